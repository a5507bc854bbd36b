import { cells } from '../../lines.ts';
import { describeToolInput, shorten } from '../../../nodes/SmsVoiceGateway/text/wording.ts';

test.each(
	cells(`
	- | -
	abc | abc
	abcd | abcd
	abcde | abcd…
	abc😀 | abc…
	ab😀 | ab😀
	ab😀c | ab😀…
	😀😀😀 | 😀😀…
	abce\u0301 | abc…
	ab\u064B\u064Cc | ab\u064B\u064C…
	abc\u064B\u064C | ab…
	ab👍🏽 | ab…
	👨‍👩‍👧 | …
	`),
)('%j is shown as %j', (text = '', shown = '') => {
	expect(shorten(text, 4)).toBe(shown);
	expect(shorten(text, 4).isWellFormed()).toBe(true);
});

test.each(
	cells(String.raw`
	{"Destination":"0912","Count":2} | Destination: "0912"↵Count: 2
	{"a":{"b":[1,null]},"c d":true} | a: {"b":[1,null]}↵c d: true
	{"Text":"سلام"} | Text: "سلام"
	"Hello" | "Hello"
	["a",1] | ["a",1]
	{} | {}
	null | null
	// Nothing is taken for what it is not: a line, another order or number, what nobody sees; letters stay joined.
	{"a":"x\nb: \"y\""} | a: "x\nb: \"y\""
	{"a\nb":1} | "a\nb": 1
	{"a":"x\u2028y\u2029z\u0085"} | a: "x\u2028y\u2029z\u0085"
	{"a":"\u202e21\u2066"} | a: "\u202e21\u2066"
	{"a":"12\u200f34\u061c56"} | a: "12\u200f34\u061c56"
	{"a":"x\udb40\udc41\u200b"} | a: "x\udb40\udc41\u200b"
	{"a":"می‌خواهم"} | a: "می‌خواهم"
	`),
)('the input %s of a tool is shown as %s', (input = '', shown = '') => {
	expect(describeToolInput(JSON.parse(input))).toBe(shown.replace('↵', '\n'));
});

test('no input of a tool is shown as nothing', () => {
	expect(describeToolInput(undefined)).toBe('');
});
