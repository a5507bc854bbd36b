import fc from 'fast-check';
import {
	readOneTimeCode,
	readIdentifier,
	readIdentifiers,
	readMessage,
	readSource,
} from '../../../nodes/SmsVoiceGateway/fields/field.ts';
import { runsOf } from '../fuzz.ts';
import { reads, row } from '../values/reads.ts';

const EMPTY = ['', ' \u00a0\n', ' \u200e', null, undefined];

reads('an identifier', readIdentifier, {
	takes: [
		['0042', '0042', ' \n0042\t', '\u200f0042\u200e', '\ufeff \u202a0042\u202c\u200b'],
		['می\u200cخواهم', 'می\u200cخواهم'],
		['a b-1.0', 'a b-1.0'],
		['۱۲۳', '۱۲۳'],
		['4242', 4242],
		['0', 0],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
	],
	refuses: [
		['is empty | Fill it in; if it is an expression, check that', ...EMPTY, '\u200e\u200b'],
		['a number so long that its last digits are already lost | Hand it on as text', 2 ** 53, 1e21],
		['which is neither text nor a whole number', 1.5, NaN, true, { id: 1 }, ['1']],
		['holds "a[U+D83D]", in which half of a character', 'a\ud83d'],
	],
});

reads('a code, which is never shown', readOneTimeCode, {
	takes: [
		['004217', '004217', ' 004217\n'],
		['4217', 4217],
		['x'.repeat(64), 'x'.repeat(64)],
	],
	refuses: [
		['is empty', ...EMPTY],
		['holds a value, which is neither text nor a whole number', 1.5, true],
		['holds a value, in which half of a character', 'a\ud83d'],
		['has a character that was lost on the way | Enter it again', '4821\ufffd3'],
		[
			'has 65 characters; a code has at most 64 | Check the expression: it should give the code alone.',
			'x'.repeat(65),
		],
	],
});

test('an identifier loses what can not be seen around it, and nothing else', () => {
	const unseen = fc.string({ unit: fc.constantFrom(...' \n\u00a0\u200b\u200f\ufeff') });
	const seen = fc.string({ unit: 'binary' }).filter((text) => /^[!-~].*[!-~]$/s.test(text));
	fc.assert(
		fc.property(unseen, seen, unseen, (before, text, behind) => {
			expect(readIdentifier(before + text + behind)).toBe(text);
		}),
		runsOf(100),
	);
});

reads('a sender', readSource, {
	takes: [
		['30001234', '3000 1234', '\u200e۳۰۰۰۱۲۳۴', 30001234, '30001234.0', '="30001234"'],
		// More digits than a phone number has.
		['30001234567890123456', '30001234567890123456', '3000 1234567890123456'],
		['+9830001234', '+98 (3000) 1234'],
		['My Company-1.', ' My Company-1. '],
		...['MyCompany', 'شرکت', '3M', '3E5'].map((name): [string, string] => [name, name]),
	],
	refuses: [
		['is empty', ...EMPTY],
		['which has 2 digits; a phone number has 3 to 20', '12'],
		['which has 21 digits', '3'.repeat(21)],
		['which is not a phone number', '+', '+-*'],
		['which is a rounded number', '3.00012E+11', '9007199254740993.0', 2 ** 60],
		['reads as a date', '2026-11-21'],
		['holds false', false],
		['holds ["3000"]', ['3000']],
		['half of a character', 'Name\udc00'],
	],
});

reads('several identifiers', readIdentifiers, {
	takes: [
		[['81250001'], '81250001', 81250001],
		[['1', '2', '3', '4', '5', '6', '7', '8', '9'], '1, 2،3;4؛5\n6\r\n7，8；9,'],
		row(['9007199254740993', '2', '3', '4'], ['9007199254740993', 2, '3,4']),
		[['9007199254740993', '2'], ' [9007199254740993, 2] ', '[9007199254740993.0,2]'],
		[['123', '456', '7'], '۱۲۳,٤٥٦,７'],
		[['123'], '\u200f123\u200e'],
		[
			['900112233', '900112234'],
			'900112233 900112234',
			'900112233|900112234',
			['900112233  900112234 '],
		],
		[[], ...EMPTY, []],
		[['007'], '007'],
		[['5', '6'], ['5', 5, '۵', '6'], '["5","5","6"]', ['["5","6"]', '6']],
		[['a-17'], 'a-17'],
	],
	refuses: [
		['is empty', ' , '],
		['which is no message ID', 'a [1]', ' ['],
		['holds nothing at position 2 of its list', ['1', null], ['1', ' '], '["1",null]'],
		['which is a rounded number', '1.23457E+17', '1,23457E+17'],
		['its last digits are already lost', 2 ** 60, ['1', 2 ** 60]],
		['holds true', true],
		['holds {"id":2}', ['1', { id: 2 }]],
		['neither text nor a whole number', [[1]], '[[1]]'],
		['holds "[9001", which is no message ID', '[9001'],
		['which is no message ID | Give the ID that sending', '"9001"', '{"id":1}', '-9001', -9001],
		['which is no message ID | Give the ID that sending gave back', '[]', ['1', '[]']],
	],
});

const KEPT = [
	'  hello \n',
	'می\u200cخواهم',
	'کد ۱۲۳۴',
	'👨\u200d👩\u200d👧 👍🏽',
	'\u200fسلام\u200e',
	'a\r\nb',
	'e\u0301',
	'ي ی ك ک',
];

reads('a text', readMessage, {
	takes: [
		...KEPT.map((text): [string, string] => [text, text]),
		['0', 0],
		['42', 42],
		['-1.5', -1.5],
	],
	refuses: [
		['is empty', '', ' \n\u00a0', null, undefined],
		['which is not a text', true, NaN, Infinity, { text: 'a' }, ['a']],
		[
			'holds "half [U+D83D]", in which half of a character (such as an emoji) is missing | Enter the text again; if an expression cuts it, cut it elsewhere.',
			'half \ud83d',
		],
		['half of a character', '\ude00 half', '\ude00\ud83d'],
	],
});
