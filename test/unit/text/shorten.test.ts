import { expect, test } from '@jest/globals';

import { describeToolInput, shorten } from '../../../nodes/SmsVoiceGateway/text/wording.ts';

test.each([
	['', ''],
	['abc', 'abc'],
	['abcd', 'abcd'],
	['abcde', 'abcd…'],
	['abc😀', 'abc…'],
	['ab😀', 'ab😀'],
	['ab😀c', 'ab😀…'],
	['😀😀😀', '😀😀…'],
	['abce\u0301', 'abc…'],
	['ab\u064B\u064Cc', 'ab\u064B\u064C…'],
	['abc\u064B\u064C', 'ab…'],
	['ab👍🏽', 'ab…'],
	['👨‍👩‍👧', '…'],
])('%j is shown as %j', (text, shown) => {
	expect(shorten(text, 4)).toBe(shown);
	expect(shorten(text, 4).isWellFormed()).toBe(true);
});

test.each<[string, unknown, string]>([
	['each value in a line', { Destination: '0912', Count: 2 }, 'Destination: "0912"\nCount: 2'],
	['what is inside a value', { a: { b: [1, null] }, 'c d': true }, 'a: {"b":[1,null]}\nc d: true'],
	['any script', { Text: 'سلام' }, 'Text: "سلام"'],
	['a text alone', 'Hello', '"Hello"'],
	['a list alone', ['a', 1], '["a",1]'],
	['no values', {}, '{}'],
	['nothing', null, 'null'],
	['not even that', undefined, ''],
])('shows %s', (_, input, shown) => {
	expect(describeToolInput(input)).toBe(shown);
});

test.each<[string, unknown, string]>([
	['a new line in a value', { a: 'x\nb: "y"' }, 'a: "x\\nb: \\"y\\""'],
	['a new line in a name', { 'a\nb': 1 }, '"a\\nb": 1'],
	['a line separator', { a: 'x\u2028y\u2029z\u0085' }, 'a: "x\\u2028y\\u2029z\\u0085"'],
	['another order of writing', { a: '\u202e21\u2066' }, 'a: "\\u202e21\\u2066"'],
	['another number', { a: '12\u200f34\u061c56' }, 'a: "12\\u200f34\\u061c56"'],
	['what nobody sees', { a: 'x\u{e0041}\u200b' }, 'a: "x\\udb40\\udc41\\u200b"'],
	['joined letters', { a: 'می\u200cخواهم' }, 'a: "می\u200cخواهم"'],
])('takes nothing for what it is not: %s', (_, input, shown) => {
	expect(describeToolInput(input)).toBe(shown);
});
