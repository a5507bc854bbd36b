import { describe, expect, test } from '@jest/globals';

import { gapOf, problemOfGaps, said } from '../../../nodes/SmsVoiceGateway/text/gaps.ts';
import { readSlots } from '../../../nodes/SmsVoiceGateway/expressions/rowExpressions.ts';

test.each<[unknown, unknown[]]>([
	['=Hello {{ $json.name }}!', ['Hello ', { code: '$json.name', read: { path: ['name'] } }, '!']],
	['={{ $json.a }}', [{ code: '$json.a', read: { path: ['a'] } }]],
	['= {{ 1 + 1 }}', [' ', { code: '1 + 1', read: undefined }]],
	[
		"={{ $('X').first().json.c }}",
		[{ code: "$('X').first().json.c", read: { shared: "$('X').first().json.c" } }],
	],
	...[
		'Hello {{ $json.name }}',
		'=Hello',
		'=Hello {{ $json.name',
		'=\\{{ $json.name }}',
		7,
		undefined,
	].map((raw): [unknown, unknown[]] => [raw, []]),
])('%j is taken apart', (raw, pieces) => {
	expect(readSlots(raw).map((piece) => ('text' in piece ? piece.text : piece))).toEqual(pieces);
});

/** What came in by an expression: its code, its value, whether it was read from the data, the data, and what the gap is. */
const GAPS: Array<[string, unknown, boolean, object, string | undefined]> = [
	...[undefined, null, '', '  ', '\u00a0', NaN].map((value): (typeof GAPS)[number] => [
		'$json.a',
		value,
		true,
		{},
		undefined,
	]),
	["$json.Name.replace('.', '')", '', false, {}, undefined],
	['$json.Name.split("").join("")', '', false, {}, undefined],
	["$json.a || '' + $json.b", '', false, {}, undefined],
	['$json.a', { a: 1 }, true, {}, '[object Object]'],
	['$json.a', [{ a: 1 }], true, {}, '[object Object]'],
	['$json.a', Object.create(null), true, {}, '[object Object]'],
	['$json.a', new Date(NaN), true, {}, 'Invalid Date'],
	...['undefined', ' undefined\n', 'null', 'NULL', 'NaN', 'Invalid DateTime'].map(
		(value): (typeof GAPS)[number] => ['$json.a', value, true, { a: value }, value.trim()],
	),
	["'Hi ' + $json.nick", 'Hi null', false, { nick: null }, 'null'],
	['`Hi ${$json.nick}`', 'Hi null', false, { nick: null, other: 0 }, 'null'],
	["'Hi ' + $json.x", 'Hi undefined', false, {}, 'undefined'],
	["$json.a * 2 + ' $'", 'NaN $', false, {}, 'NaN'],
	...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!'].map(
		(value): (typeof GAPS)[number] => ['$json.a', value, true, { a: value }, value],
	),
	...['#ERROR!', '#GETTING_DATA', '####', 'Err:502', 'Loading...', 'Loading…'].map(
		(value): (typeof GAPS)[number] => ['$json.a', value, true, { a: value }, value],
	),
	['$json.a', 'J\ufffdrg', true, {}, 'J\ufffdrg'],
	['$json.text', 'Hi {{ $json.name }}, ready', true, {}, '{{ $json.name }}'],
	['$json.text', 'Dear {{name}}', true, {}, '{{name}}'],
	['$json.text.trim()', 'Dear {{name}}', false, { text: 'Dear {{name}} ' }, '{{name}}'],
];

test.each(GAPS)(
	'%s that gives %p (read: %p) from %j is a gap: %p',
	(code, value, isRead, json, gave) => {
		expect(gapOf(code, value, isRead, json)).toMatchObject({ code, gave });
	},
);

test.each<[string, unknown, boolean, object]>([
	["$json.a || ''", '', false, {}],
	['$json.a ?? ""', null, false, {}],
	["$json.vip ? ' dear' : ''", '', false, {}],
	['$json.a || ``', '', false, {}],
	...[0, false, true, 'x', ' x ', [1, 2], new Date(0)].map(
		(value): [string, unknown, boolean, object] => ['$json.a', value, true, {}],
	),
	['$json.text', 'it is undefined, or null', true, {}],
	['$json.text.trim()', 'it is null', false, { deep: [{ text: ' it is null' }] }],
	["$json.x ?? 'undefined'", 'undefined', false, {}],
	["'null pointer at ' + $json.at", 'null pointer at 1', false, { at: null }],
	['$json.text', 'Room #12, #REF, {"a":{"b":{"c":1}}}', true, {}],
	['$json.text', 'Loading dock 4 #N/A of it', true, {}],
	['$json.tag', '#SALE', true, {}],
])('%s that gives %p (read: %p) from %j is none', (code, value, isRead, json) => {
	expect(gapOf(code, value, isRead, json)).toBeUndefined();
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
