import { DateTime } from 'luxon';

import {
	type Gap,
	gapFinder,
	inWords,
	problemOfGaps,
} from '../../../nodes/SmsVoiceGateway/reading/gaps.ts';

/** The gaps of a text, of whose expressions the first gave a value. */
const gapsOf = (
	pieces: Array<string | { code: string; isRead: boolean }>,
	value: unknown,
	json: object,
	isKey = false,
) => {
	const taken = pieces.map((piece) =>
		typeof piece === 'string'
			? { text: piece }
			: { code: piece.code, reads: piece.isRead ? ['a'] : undefined },
	);
	const unused = () => undefined;
	const template = { pieces: taken, valueFor: unused, readFor: () => ({ value, gave: [value] }) };
	return gapFinder(template, isKey)({ value: 'text', gave: [value] }, json);
};
const gapOf = (
	code: string,
	value: unknown,
	isRead: boolean,
	json: object,
	before = ' ',
): Gap | undefined => gapsOf([before, { code, isRead }], value, json)[0];
const bracesIn = (text: string, json: object) => gapsOf([text], 'x', json);
const said = inWords;

/** What came in by an expression: its code, its value, the data that it was computed from; what the gap is. */
type Came = [code: string, value: unknown, json: object, gave?: string | undefined];
/** Values that are read from the data as they are. */
const plain = (values: unknown[], gave?: (value: unknown) => string): Came[] =>
	values.map((value) => ['$json.a', value, { a: value }, gave?.(value)]);
const shown = (value: unknown) => String(value).trim();

test.each([
	...plain([undefined, null, '', '  ', '\u00a0', NaN]),
	['$json.Name.split("").join("")', '', {}, undefined],
	["$json.a || '' + $json.b", '', {}, undefined],
	...plain([{ a: 1 }, [{ a: 1 }], Object.create(null)], () => '[object Object]'),
	...plain([new Date(NaN), new Date(0), true, false, [7, 'Sara']], shown),
	...plain(['46354.375', '0.30000000000000004', '-1.23456'], shown),
	...plain([46354.375, 46354.5, 0.3958333333333333, 1e21, 2 ** 53, 1.23456, Infinity], shown),
	...plain(['undefined', ' undefined\n', 'NaN', 'Invalid DateTime', '[object Object]'], shown),
	...plain(['2027-11-21T06:30:00.000Z', '2027-11-21T06:30', '2027-11-21 06:30:00.0000000'], shown),
	...plain(['0000-00-00', '0000-00-00 00:00:00', '2027-11-21T06:30:00+03:30'], shown),
	...plain([' 2027-11-21T06:30:00Z ', ' #N/A\n'], shown),
	...plain(['Sun Nov 21 2027 06:30:00 GMT+0330 (Iran Standard Time)'], shown),
	...plain(['Sun, 21 Nov 2027 06:30:00 GMT'], shown),
	...plain(['JÃ¶rg MÃ¼ller', 'â€œquotedâ€\u009d', 'Ø³Ù„Ø§Ù…', 'ط³ظ„ط§ظ…', '????', '??? ??'], shown),
	...plain(['Sara%20Ahmadi', '%D8%B3%D8%A7%D8%B1%D8%A7', ' Sara%20Ahmadi'], String),
	...plain(['Awww.%20so%20nice', 'Sara%20M.A/B', 'J.R.%20Ewing'], shown),
	...plain(['=D8=B9=D9=84=DB=8C', 'J=C3=B6rg', '=?UTF-8?B?2LnZhNuM?=', 'J=C3=B6rg=20M'], shown),
	...plain(['<no value>', 'Dear <nil>'], (value) => /<.*>/.exec(String(value))?.[0] ?? ''),
	["'Hi ' + $json.nick", 'Hi null', { nick: null }, 'null'],
	["'Hi ' + $json.x", 'Hi undefined', {}, 'undefined'],
	["$json.a * 2 + ' $'", 'NaN $', {}, 'NaN'],
	...plain(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!'], shown),
	...plain(['#ERROR!', '#GETTING_DATA', '####', 'Err:502', 'Loading...', 'Loading…'], shown),
	...plain(['J\ufffdrg'], shown),
	...plain(['Hi {{ $json.name }}, ready'], () => '{{ $json.name }}'),
	...plain(['Dear {{name}}'], () => '{{name}}'),
	['$json.text.trim()', 'Dear {{name}}', { text: 'Dear {{name}} ' }, '{{name}}'],
])('%s that gives %p from %j is a gap: %p', (code, value, json, gave) => {
	const gap = gapOf(code, value, code === '$json.a', json);
	expect([gap?.code, gap?.gave]).toEqual([code, gave]);
});

test.each([
	["$json.a || ''", '', {}],
	['$json.a || ``', '', {}],
	["(($json.a ?? '')).toUpperCase().replace('x', 'y')", '', {}],
	...plain(['46354', '46354.000', '1250.75', '1.2345', '2.41.1', '0.000', 'v1.23456', '12.5%']),
	...plain([65746.5, 0, -1, 19.99, 1250.75, 46354, 46354.99, 0.5, 1.2345, 'x', ' x ', '#SALE']),
	...plain(['Null', 'NULL', 'Nan', 'None', 'null', 'true', 'false', 'it is undefined, or null']),
	...plain(['2027-11-21', '06:30', '2027-11-21 06:30', '21.11.2027', '9:00 PM', '€ 19.99', '50%']),
	...plain([
		'Åse Øystein',
		'JÃ¶rg & Åse',
		'Jörg',
		'café',
		'سارا',
		'علی غضنفری',
		'Why?',
		'Why??',
		'?? what',
		'?',
		'a?b',
		'x=20',
		'E=mc2',
	]),
	...plain(['100%20 of', 'https://x.example/?q=Sara%20A', ' www.x.example/%D8%B3', '<b>no</b>']),
	...plain(['my.shop.example/?q=a%20b', 'x=41=42', '=D8']),
	...plain(['Room #12, #REF, {"a":{"b":{"c":1}}}', 'Loading dock 4 #N/A of it']),
	['$json.deep[0].text.trim()', 'it is null', { deep: [{ text: ' it is null' }] }],
	["$json.x ?? 'undefined'", 'undefined', {}],
	['$json.x + "is null" + "!"', 'is null!', { x: '-' }],
])('%s that gives %p from %j is none', (code, value, json) => {
	expect(gapOf(code, value, code === '$json.a', json)).toBeUndefined();
});

test.each([46354.375, true, new Date(0), '2027-11-21T06:30:00.000Z', 'JÃ¶rg', 'a%20b', '????'])(
	'a key of %p has no gap: nobody reads it',
	(value) => {
		const pieces = ['A ', { code: '$json.a', isRead: true }];
		expect(gapsOf(pieces, value, {}, true)).toEqual([]);
		expect(gapsOf(pieces, value, {}, false)).toHaveLength(1);
	},
);

test.each([undefined, '', {}, [], 'undefined', '#N/A', '{{ a }}', '<no value>'])(
	'a key of %p has one: it would be that of others too',
	(value) => {
		expect(gapsOf(['A ', { code: '$json.a', isRead: true }], value, {}, true)).toHaveLength(1);
	},
);

const COLUMNS = { name: 'Ali', 'Order no.': 7, [`x${'y'.repeat(60)}`]: 1 };
test.each([
	['Hello {{ $json.name', '{{', 'Complete the expression'],
	['Hello name }} and {{ $json.name }}', '}}', 'or take the braces out'],
	['Hello {{ name }} {{', '{{', "'Gaps' of the option 'Text' to Allow"],
	['Dear {name}', '{name}', 'For the column write {{ $json.name }}, as an expression.'],
	['Dear { name }, no. {\tOrder no. }', '{ name }', '{{ $json.name }}'],
	['No. {\tOrder no. }', '{\tOrder no. }', '{{ $json.Order no. }}'],
])('the braces in %j fill in nothing: %s', (text, gave, advice) => {
	const [first] = bracesIn(text, COLUMNS);
	expect(first?.gave).toBe(gave);
	expect(first?.advice).toContain(advice);
	expect(said(first ? [first] : [])).toBe(`"${gave.replace('\t', '\\t')}" fills in nothing`);
});

test.each(['Hello {{ name }}', '{"a":1}', '{other}', '{}', '', `{x${'y'.repeat(60)}}`])(
	'the braces in %j are meant',
	(text) => {
		expect(bracesIn(text, COLUMNS)).toEqual([]);
	},
);

describe('what is said of gaps', () => {
	const nothing = (code: string): Gap => ({
		code,
		gave: undefined,
		empty: undefined,
		advice: undefined,
		isTemplate: false,
	});
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

	test.each([
		['', "Where it may be empty, write {{ $json.error || '' }}."],
		[{ a: 1 }, 'Choose one of its members, such as {{ $json.error.name }}.'],
		['[object Object]', 'Choose one of its members, such as {{ $json.error.name }}.'],
		[['a'], "Join its elements: {{ $json.error.join(', ') }}, or of objects"],
		[true, "Say what it stands for: {{ $json.error ? 'yes' : 'no' }}."],
		[new Date(0), "Write it as people do: {{ $json.error.toFormat('yyyy-MM-dd HH:mm') }}."],
		[DateTime.now(), "Write it as people do: {{ $json.error.toFormat('yyyy-MM-dd HH:mm') }}."],
		['2027-11-21T00:00:00Z', "{ zone: 'utc' }).toFormat('yyyy-MM-dd') }}."],
		['2027-11-21T06:30:00Z', "DateTime.fromISO($json.error).toFormat('yyyy-MM-dd HH:mm') }}."],
		['#N/A', 'Mend the formula of this cell, or clear it.'],
		['J\ufffdrg', 'often Windows-1252'],
		['Dear {{name}}', 'Nobody has filled in "{{name}}"'],
	])('of %j advises: %s', (value, words) => {
		expect(adviceOn(value)).toContain(words);
	});
});
