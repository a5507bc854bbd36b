import { describe, expect, test } from '@jest/globals';

import { gapOf, problemOfGaps, said } from '../../../nodes/SmsVoiceGateway/text/gaps.ts';
import { readSlots } from '../../../nodes/SmsVoiceGateway/expressions/rowTemplate.ts';

describe('the expressions of a template', () => {
	test.each<[unknown, string[], boolean]>([
		['=Hello {{ $json.name }}!', ['$json.name'], false],
		['={{ $json.name }}', ['$json.name'], true],
		['={{ $json.a }}{{ $json.b }}', ['$json.a', '$json.b'], false],
		['= {{ 1 + 1 }}', ['1 + 1'], false],
		['Hello {{ $json.name }}', [], false],
		['=Hello', [], false],
		['=Hello {{ $json.name', [], false],
		['=\\{{ $json.name }}', [], false],
		[7, [], false],
		[undefined, [], false],
	])('%j has %j', (raw, codes, whole) => {
		const found = readSlots(raw);
		expect(found.slots.map(({ code }) => code)).toEqual(codes);
		expect(found.slots.length > 0 && found.whole).toBe(whole);
	});

	test('know which n8n’s engine must evaluate', () => {
		const { slots } = readSlots("=a {{ $json.a }} b {{ $json.b + 1 }} {{ $('X').first().json.c }}");
		expect(slots.map(({ read }) => read)).toEqual([
			{ path: ['a'] },
			undefined,
			{ shared: "$('X').first().json.c" },
		]);
	});
});

describe('a gap', () => {
	test.each([undefined, null, '', '  ', '\u00a0', NaN])('is %p', (value) => {
		expect(gapOf('$json.a', value, true, {})).toEqual({ code: '$json.a', gave: undefined });
		for (const code of ["$json.a || ''", '$json.a ?? ""', '$json.a || ``'])
			expect(gapOf(code, value, false, {})).toBeUndefined();
	});

	test.each([0, false, true, 'x', ' x ', [1, 2], new Date(0)])('is not %p', (value) => {
		expect(gapOf('$json.a', value, true, {})).toBeUndefined();
	});

	test.each<[unknown, string]>([
		[{ a: 1 }, '[object Object]'],
		[[{ a: 1 }], '[object Object]'],
		[Object.create(null), '[object Object]'],
		['undefined', 'undefined'],
		[' undefined\n', 'undefined'],
		['Invalid DateTime', 'Invalid DateTime'],
		[new Date(NaN), 'Invalid Date'],
	])('is %j, which n8n writes so', (value, gave) => {
		expect(gapOf('$json.a', value, true, { a: value })).toEqual({ code: '$json.a', gave });
	});

	test('is an object, whatever the data say', () => {
		const value = { a: 1 };
		const json = { text: 'it said [object Object]', value };
		expect(gapOf('$json.value', value, false, json)?.gave).toBe('[object Object]');
	});

	test('is no word that the data say themselves, or the expression', () => {
		const json = { text: 'it is undefined' };
		expect(gapOf('$json.text', json.text, true, json)).toBeUndefined();
		expect(gapOf('$json.text.trim()', json.text, false, json)).toBeUndefined();
		expect(gapOf("$json.x ?? 'undefined'", 'undefined', false, {})).toBeUndefined();
		expect(gapOf("'a ' + $json.x", 'a undefined', false, {})).toEqual({
			code: "'a ' + $json.x",
			gave: 'undefined',
		});
	});
});

describe('what is said of gaps', () => {
	const nothing = (code: string) => ({ code, gave: undefined });

	test('names three, and columns that there are', () => {
		expect(said(['a', 'b', 'c'].map(nothing))).not.toContain('more');
		const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`c${index}`, 1]));
		expect(problemOfGaps([nothing('x')], twelve).advice).toContain('c10, c11. Where');
		expect(said(['a', 'b', 'c', 'd'].map(nothing))).toBe(
			'{{ a }} gives nothing, {{ b }} gives nothing, {{ c }} gives nothing, and more',
		);
		const { message, advice } = problemOfGaps([nothing('$json.nmae')], { name: 1, phone: 2 });
		expect(message).toBe('has a gap: {{ $json.nmae }} gives nothing');
		expect(advice).toBe(
			"Column names are case-sensitive; this item has name, phone. Where it may be empty, write {{ $json.nmae || '' }}.",
		);
		expect(problemOfGaps([nothing('x')], {}).advice).toContain('this item has none.');
		const many = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`c${index}`, 1]));
		expect(problemOfGaps([nothing('x')], many).advice).toContain('c10, c11, ….');
	});

	test('names a member where an object stands', () => {
		const gap = { code: '$json.error', gave: '[object Object]' };
		expect(problemOfGaps([gap], {}).advice).toBe(
			'Choose one of its members, such as {{ $json.error.name }}.',
		);
		expect(problemOfGaps([{ ...gap, gave: 'undefined' }], { a: 1 }).advice).toContain(
			'this item has a.',
		);
		expect(said([gap])).toBe('{{ $json.error }} gives "[object Object]"');
	});
});
