import { describe, expect, test } from '@jest/globals';

import { gapOf, problemOfGaps, said } from '../../../nodes/SmsVoiceGateway/text/gaps.ts';
import { readSlots } from '../../../nodes/SmsVoiceGateway/expressions/rowExpressions.ts';

const FIRST = "$('X').first().json.c";
const NO_TEXT = ['=\\{{ $json.name }}', 7, undefined];
test.each<[unknown, unknown[]]>([
	['=Hello {{ $json.name }}!', ['Hello ', { code: '$json.name', read: { path: ['name'] } }, '!']],
	['={{ $json.a }}', [{ code: '$json.a', read: { path: ['a'] } }]],
	['= {{ 1 + 1 }}', [' ', { code: '1 + 1', read: undefined }]],
	[`={{ ${FIRST} }}`, [{ code: FIRST, read: { shared: FIRST } }]],
	...['Hello {{ $json.name }}', '=Hello', '=Hello {{ $json.name', ...NO_TEXT].map(
		(raw): [unknown, unknown[]] => [raw, []],
	),
])('%j is taken apart', (raw, pieces) => {
	expect(readSlots(raw).map((piece) => ('text' in piece ? piece.text : piece))).toEqual(pieces);
});

/** What came in by an expression: its code, its value, the data that it was computed from; what the gap is. */
type Came = [code: string, value: unknown, json: object, gave?: string | undefined];
/** Values that are read from the data as they are. */
const plain = (values: unknown[], gave?: (value: unknown) => string): Came[] =>
	values.map((value) => ['$json.a', value, { a: value }, gave?.(value)]);
const shown = (value: unknown) => String(value).trim();

test.each<Came>([
	...plain([undefined, null, '', '  ', '\u00a0', NaN]),
	["$json.Name.replace('.', '')", '', {}, undefined],
	['$json.Name.split("").join("")', '', {}, undefined],
	["$json.a || '' + $json.b", '', {}, undefined],
	...plain([{ a: 1 }, [{ a: 1 }], Object.create(null)], () => '[object Object]'),
	...plain([new Date(NaN)], shown),
	...plain(['undefined', ' undefined\n', 'null', 'NULL', 'NaN', 'Invalid DateTime'], shown),
	["'Hi ' + $json.nick", 'Hi null', { nick: null }, 'null'],
	['`Hi ${$json.nick}`', 'Hi null', { nick: null, other: 0 }, 'null'],
	["'Hi ' + $json.x", 'Hi undefined', {}, 'undefined'],
	["$json.a * 2 + ' $'", 'NaN $', {}, 'NaN'],
	...plain(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!'], shown),
	...plain(['#ERROR!', '#GETTING_DATA', '####', 'Err:502', 'Loading...', 'Loading…'], shown),
	...plain(['J\ufffdrg'], shown),
	...plain(['Hi {{ $json.name }}, ready'], () => '{{ $json.name }}'),
	...plain(['Dear {{name}}'], () => '{{name}}'),
	['$json.text.trim()', 'Dear {{name}}', { text: 'Dear {{name}} ' }, '{{name}}'],
])('%s that gives %p from %j is a gap: %p', (code, value, json, gave) => {
	expect(gapOf(code, value, code === '$json.a', json)).toMatchObject({ code, gave });
});

test.each<Came>([
	["$json.a || ''", '', {}],
	['$json.a ?? ""', null, {}],
	["$json.vip ? ' dear' : ''", '', {}],
	['$json.a || ``', '', {}],
	...plain([0, false, true, 'x', ' x ', [1, 2], new Date(0), 'it is undefined, or null', '#SALE']),
	...plain(['Room #12, #REF, {"a":{"b":{"c":1}}}', 'Loading dock 4 #N/A of it']),
	['$json.text.trim()', 'it is null', { deep: [{ text: ' it is null' }] }],
	["$json.x ?? 'undefined'", 'undefined', {}],
	["'null pointer at ' + $json.at", 'null pointer at 1', { at: null }],
])('%s that gives %p from %j is none', (code, value, json) => {
	expect(gapOf(code, value, code === '$json.a', json)).toBeUndefined();
});

describe('what is said of gaps', () => {
	const nothing = (code: string) => ({ code, gave: undefined });
	const adviceOn = (value: unknown, json: object = {}) =>
		problemOfGaps([gapOf('$json.error', value, true, json) ?? nothing('?')], json).advice;

	test('names three, and twelve columns that there are', () => {
		expect(said(['a', 'b', 'c'].map(nothing))).toBe(
			'{{ a }} gives nothing, {{ b }} gives nothing, {{ c }} gives nothing',
		);
		expect(said(['a', 'b', 'c', 'd'].map(nothing))).toMatch(/\{\{ c \}\} gives nothing, and more$/);
		const columns = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, 1]));
		expect(problemOfGaps([nothing('x')], columns(12)).advice).toContain('c10, c11. Where');
		expect(problemOfGaps([nothing('x')], columns(13)).advice).toContain('c10, c11, ….');
		expect(problemOfGaps([nothing('x')], {}).advice).toContain('this item has none.');
	});

	test.each<[unknown, string]>([
		['', "Where it may be empty, write {{ $json.error || '' }}."],
		[{ a: 1 }, 'Choose one of its members, such as {{ $json.error.name }}.'],
		['#N/A', 'Mend the formula of this cell, or clear it.'],
		['J\ufffdrg', 'often Windows-1252'],
		['Dear {{name}}', 'Nobody has filled in "{{name}}"'],
	])('of %j advises: %s', (value, words) => {
		expect(adviceOn(value)).toContain(words);
	});
});
