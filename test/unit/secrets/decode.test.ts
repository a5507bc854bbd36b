import { expect, test } from '@jest/globals';

import { decode } from '../../../nodes/SmsVoiceGateway/secrets/decode.ts';

/** A text encoded for a URL so many times. */
const encoded = (text: string, count: number): string =>
	count === 0 ? text : encoded(encodeURIComponent(text), count - 1);

test.each([
	['plain', 'plain'],
	['', ''],
	['a\\u0062c', 'abc'],
	['a\\\\\\u0062c', 'abc'],
	['a\\u{62}c\\u{1f600}', 'abc\u{1f600}'],
	['\\u{110000}', ''],
	['\\u{10ffff}', '\u{10ffff}'],
	['\\x41\\x4', 'Ax4'],
	['\\ud83d\\ude00', '\u{1f600}'],
	['a\\b\\\\c', 'abc'],
	['%41%u0042%zz%4', 'AB%zz%4'],
	['%C3%A4%e4', 'ä\xe4'],
	['\\xc3\\xa4 \\xe4', 'ä \xe4'],
	['&#65;&#x42;&#X43;&#0068;', 'ABCD'],
	['&#1114112;&#65', '&#65'],
	['&amp;&lt;&quot;&apos;&excl;&auml;&nbsp;&yuml;&euro;', '&<"\'!ä\xa0ÿ€'],
	['&x65; &#;', '&x65; &#;'],
	['&nobody;', '&nobody;'],
	['&amp;amp;#65;', 'A'],
	['a""b\'\'\'c"', 'a"b\'c"'],
	['Ã¤ â‚¬ ðŸ˜€', 'ä € \u{1f600}'],
	['ä Ãx', 'ä Ãx'],
	['\xc3\x28', '\xc3\x28'],
	[encoded('%', 7), '%'],
])('%j reads %j', (source, text) => {
	expect(decode(source).text).toBe(text);
});

test('layers are undone up to eight', () => {
	expect(decode(`%${'25'.repeat(8)}41`).text).toBe('%41');
	expect(decode(`%${'25'.repeat(7)}41`).text).toBe('A');
});

test.each([
	['a=C3=A4b=3D', 'aäb='],
	['pass=\nword=\r\n1', 'password1'],
	['a=c3 =4 =', 'a=c3 =4 ='],
	['=2541', 'A'],
])('%j, quoted-printable, reads %j', (source, text) => {
	expect(decode(source, 'quotedPrintable').text).toBe(text);
});

/** Each unit of what a text reads, with what of the source it stands for. */
const placesOf = (source: string, first?: 'quotedPrintable') => {
	const { text, starts, ends } = decode(source, first);
	return Array.from({ length: text.length }, (_, at) => [
		text.charAt(at),
		source.slice(starts?.[at] ?? at, ends?.[at] ?? at + 1),
	]);
};

test.each<[string, Array<[string, string]>]>([
	[
		'ab',
		[
			['a', 'a'],
			['b', 'b'],
		],
	],
	[
		'a%2541b',
		[
			['a', 'a'],
			['A', '%2541'],
			['b', 'b'],
		],
	],
	[
		'%C3%A4&#x62;',
		[
			['ä', '%C3%A4'],
			['b', '&#x62;'],
		],
	],
	[
		'x\\\\n',
		[
			['x', 'x'],
			['n', '\\\\n'],
		],
	],
	[
		'%5C%5Cn%41',
		[
			['n', '%5C%5Cn'],
			['A', '%41'],
		],
	],
	['a\\', [['a', 'a']]],
])('%j stands for %j', (source, places) => {
	expect(placesOf(source)).toEqual(places);
});

test('a break of a line belongs to what follows it', () => {
	expect(placesOf('a=\nb', 'quotedPrintable')).toEqual([
		['a', 'a'],
		['b', '=\nb'],
	]);
});
