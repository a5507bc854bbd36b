import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import {
	firstText,
	isEmpty,
	isRefusing,
	readCode,
	truthOf,
} from '../../../nodes/SmsVoiceGateway/response/values.ts';

/** A value in so many lists, one in the other. */
function inLists(value: Json, count: number): Json {
	return count === 0 ? value : [inLists(value, count - 1)];
}

describe('What is empty in some language', () => {
	test.each<[Json]>([
		[null],
		[false],
		[0],
		[''],
		['  '],
		['0'],
		['000'],
		['No errors'],
		['NO_ERROR'],
		[' none '],
		['NULL'],
		['n/a'],
		['-'],
		['[]'],
		['{}'],
		[[]],
		[{}],
		[[null]],
		[{ code: 0, message: '' }],
		[[[''], { a: [] }]],
		[inLists('', 16)],
	])('is %j', (value) => {
		expect(isEmpty(value)).toBe(true);
	});

	test.each<[Json]>([
		[true],
		[1],
		[-1],
		['x'],
		['none of them'],
		['not null'],
		[[0, 1]],
		[[1, 0]],
		[{ code: 0, message: 'x' }],
		[{ a: { b: [true] } }],
		[inLists('', 17)],
	])('is not %j', (value) => {
		expect(isEmpty(value)).toBe(false);
	});
});

test.each<[Json, number | undefined]>([
	[200, 200],
	[-3, -3],
	[99_999, 99_999],
	[100_000, undefined],
	[-100_000, undefined],
	[1.5, undefined],
	['200', 200],
	['200 OK', 200],
	[' 200 OK', 200],
	['-3', -3],
	['200.0', 200],
	['1006: no credit', 1006],
	['1006 - no credit', 1006],
	['1006,no credit', 1006],
	['HTTP 402', 402],
	['HTTP/1.1 202 Accepted', 202],
	['۱۰۰۶', 1006],
	[`200${' '.repeat(100)}OK`, 200],
	['123456', undefined],
	['007', undefined],
	['10.5', undefined],
	['2026-11-21', undefined],
	['12:30', undefined],
	['5 7', undefined],
	[`5${' '.repeat(100)}7`, undefined],
	['no. 5', undefined],
	['', undefined],
	[null, undefined],
	[true, undefined],
	[[200], undefined],
	[{ code: 200 }, undefined],
])('the code of %j is %j', (value, code) => {
	expect(readCode(value)?.code).toBe(code);
});

test.each<[Json, boolean | undefined]>([
	...[true, 1, 'true', 'YES', 'y', 't', 'on', '1', ' 1 ', '۱'].map((value): [Json, boolean] => [
		value,
		true,
	]),
	...[false, 0, -1, 'false', 'No', 'n', 'f', 'off', '0', '-5', '-17', ' 0 '].map(
		(value): [Json, boolean] => [value, false],
	),
	...[
		null,
		'',
		2,
		'17',
		'maybe',
		'not true',
		'true or not',
		'1x',
		'x1',
		'00',
		'0x',
		'ano',
		'no way',
	].map((value): [Json, undefined] => [value, undefined]),
	...['-x', '-1x', [], [true], { a: true }].map((value): [Json, undefined] => [value, undefined]),
])('%j says %j where it should be yes or no', (value, truth) => {
	expect(truthOf(value)).toBe(truth);
});

test.each<[Json | undefined, string | undefined]>([
	['x', 'x'],
	[' x ', ' x '],
	[' ', undefined],
	['', undefined],
	[5, '5'],
	[true, undefined],
	[null, undefined],
	[undefined, undefined],
	[['', ' ', null, 'a', 'b'], 'a'],
	[{ a: { b: 'x' }, c: 'y' }, 'x'],
	[[[], [null, 7]], '7'],
	[inLists('x', 16), 'x'],
	[inLists('x', 17), undefined],
])('the first text in %j is %j', (value, text) => {
	expect(firstText(value)).toBe(text);
});

test.each(['not sent', 'NOT_SENT', 'not--sent', ' Not  Sent ', 'not _sent'])(
	'%j is a word of refusal',
	(text) => {
		expect(isRefusing(text)).toBe(true);
	},
);
