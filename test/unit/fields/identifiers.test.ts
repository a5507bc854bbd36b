import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	readIdentifier,
	readIdentifiers,
	readMessage,
	readSource,
} from '../../../nodes/SmsVoiceGateway/fields/identifiers.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

const anything = fc.anything({
	withBigInt: true,
	withDate: true,
	withSparseArray: true,
	withNullPrototype: true,
});

describe('readIdentifier', () => {
	test.each<[unknown, string]>([
		['0042', '0042'],
		[' \n0042\t', '0042'],
		['\u200f0042\u200e', '0042'],
		['\ufeff \u202a0042\u202c\u200b', '0042'],
		['می\u200cخواهم', 'می\u200cخواهم'],
		['a b-1.0', 'a b-1.0'],
		['۱۲۳', '۱۲۳'],
		[4242, '4242'],
		[0, '0'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
	])('reads %p as %p', (value, text) => {
		expect(readIdentifier(value)).toBe(text);
	});

	test.each<[unknown, string]>([
		['', 'is empty'],
		[' \u00a0\n', 'is empty'],
		['\u200e\u200b', 'is empty'],
		[null, 'is empty'],
		[undefined, 'is empty'],
		[
			2 ** 53,
			'holds 9007199254740992, a number so long that its last digits are already lost | Hand it on as text',
		],
		[1e21, 'holds 1e+21, a number so long'],
		[1.5, 'holds 1.5, which is neither text nor a whole number'],
		[NaN, 'holds NaN, which is neither'],
		[true, 'holds true, which is neither'],
		[{ id: 1 }, 'holds {"id":1}, which is neither'],
		[['1'], 'holds ["1"], which is neither'],
		['a\ud83d', 'holds "a[U+D83D]", in which half of a character'],
	])('refuses %p', (value, message) => {
		expect(problemOf(() => readIdentifier(value))).toContain(message);
	});

	test('takes off what can not be seen around a text, and changes nothing else', () => {
		const unseen = fc.string({
			unit: fc.constantFrom(' ', '\n', '\u00a0', '\u200b', '\u200f', '\ufeff'),
		});
		const seen = fc.string({ unit: 'binary' }).filter((text) => /^[!-~].*[!-~]$/s.test(text));
		fc.assert(
			fc.property(unseen, seen, unseen, (before, text, behind) => {
				expect(readIdentifier(before + text + behind)).toBe(text);
			}),
			runsOf(100),
		);
	});

	test('throws nothing but InputProblem for any value', () => {
		fc.assert(
			fc.property(anything, (value) => staysOrderly(() => readIdentifier(value))),
			runsOf(100),
		);
	});
});

describe('readSource', () => {
	test.each<[unknown, string]>([
		['3000 1234', '30001234'],
		['+98 (3000) 1234', '+9830001234'],
		['\u200e۳۰۰۰۱۲۳۴', '30001234'],
		[30001234, '30001234'],
		['MyCompany', 'MyCompany'],
		[' My Company-1. ', 'My Company-1.'],
		['شرکت', 'شرکت'],
		['3M', '3M'],
		['3E5', '3E5'],
	])('reads %p as %p', (value, source) => {
		expect(readSource(value)).toBe(source);
	});

	test.each<[unknown, string]>([
		['', 'is empty'],
		[' \u200e', 'is empty'],
		[null, 'is empty'],
		[undefined, 'is empty'],
		['12', 'which has 2 digits'],
		['+', 'which is not a phone number'],
		['3.00012E+11', 'which is a rounded number'],
		['30001234.0', 'which is a rounded number'],
		[2 ** 60, 'which is a rounded number'],
		[false, 'holds false'],
		[['3000'], 'holds ["3000"]'],
		['Name\udc00', 'half of a character'],
	])('refuses %p', (value, message) => {
		expect(problemOf(() => readSource(value))).toContain(message);
	});

	test('throws nothing but InputProblem for any value', () => {
		fc.assert(
			fc.property(anything, (value) => staysOrderly(() => readSource(value))),
			runsOf(100),
		);
	});
});

describe('readIdentifiers', () => {
	test.each<[string, unknown, string[]]>([
		['one', '81250001', ['81250001']],
		['one JSON number', 81250001, ['81250001']],
		['several', '1, 2،3;4؛5\n6\r\n7，8；9,', ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
		['an array', ['9007199254740993', 2, '3,4'], ['9007199254740993', '2', '3', '4']],
		['other digits', '۱۲۳,٤٥٦,７', ['123', '456', '7']],
		['direction marks', '\u200f123\u200e', ['123']],
		['leading zeros', '007', ['007']],
		['repeated ones', ['5', 5, '۵', '6'], ['5', '6']],
		['one with a dash', 'a-17', ['a-17']],
	])('reads %s', (_, value, ids) => {
		expect(readIdentifiers(value)).toEqual(ids);
	});

	test.each<[unknown, string]>([
		['', 'is empty'],
		[' , ', 'is empty'],
		[null, 'is empty'],
		[undefined, 'is empty'],
		[[], 'is empty'],
		[['1', null], 'holds nothing at position 2 of its list'],
		[['1', ' '], 'holds nothing at position 2 of its list'],
		['1.23457E+17', 'which is a rounded number'],
		['1,23457E+17', 'which is a rounded number'],
		[2 ** 60, 'its last digits are already lost'],
		[['1', 2 ** 60], 'its last digits are already lost'],
		[true, 'holds true'],
		[['1', { id: 2 }], 'holds {"id":2}'],
		[[[1]], 'holds [1], which is neither text nor a whole number'],
	])('refuses %p', (value, message) => {
		expect(problemOf(() => readIdentifiers(value))).toContain(message);
	});

	test('throws nothing but InputProblem for any value', () => {
		fc.assert(
			fc.property(anything, (value) => staysOrderly(() => readIdentifiers(value))),
			runsOf(100),
		);
	});
});

describe('readMessage', () => {
	test.each<[string, string]>([
		['white space around it', '  hello \n'],
		['the zero-width non-joiner of Persian words', 'می\u200cخواهم'],
		['Persian digits', 'کد ۱۲۳۴'],
		['emoji of several code points', '👨\u200d👩\u200d👧 👍🏽'],
		['direction marks', '\u200fسلام\u200e'],
		['CR LF', 'a\r\nb'],
		['decomposed letters', 'e\u0301'],
		['Arabic and Persian forms of yeh and kaf', 'ي ی ك ک'],
	])('leaves %s alone', (_, text) => {
		expect(readMessage(text)).toBe(text);
	});

	test.each<[number, string]>([
		[0, '0'],
		[42, '42'],
		[-1.5, '-1.5'],
	])('takes the number %p as text', (value, text) => {
		expect(readMessage(value)).toBe(text);
	});

	test.each<[unknown, string]>([
		['', 'is empty'],
		[' \n\u00a0', 'is empty'],
		[null, 'is empty'],
		[undefined, 'is empty'],
		[true, 'holds true, which is not a text'],
		[NaN, 'holds NaN, which is not a text'],
		[Infinity, 'holds Infinity, which is not a text'],
		[{ text: 'a' }, 'holds {"text":"a"}, which is not a text'],
		[['a'], 'holds ["a"], which is not a text'],
		[
			'half \ud83d',
			'holds "half [U+D83D]", in which half of a character (such as an emoji) is missing | Enter the text again; if an expression cuts it, cut it elsewhere.',
		],
		['\ude00 half', 'half of a character'],
		['\ude00\ud83d', 'half of a character'],
	])('refuses %p', (value, message) => {
		expect(problemOf(() => readMessage(value))).toContain(message);
	});

	test('returns every text that UTF-8 can carry exactly, and refuses every other', () => {
		const units = fc
			.array(
				fc.oneof(fc.integer({ min: 0x20, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })),
			)
			.map((codes) => `x${String.fromCharCode(...codes)}`);
		fc.assert(
			fc.property(units, (text) => {
				const carried = Buffer.from(text, 'utf8').toString('utf8') === text;
				if (carried) expect(readMessage(text)).toBe(text);
				else expect(problemOf(() => readMessage(text))).toContain('half of a character');
			}),
			runsOf(100),
		);
	});

	test('throws nothing but InputProblem for any value', () => {
		fc.assert(
			fc.property(anything, (value) => staysOrderly(() => readMessage(value))),
			runsOf(100),
		);
	});
});
