import fc from 'fast-check';

import { isJsonObject, parseJson } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { cells, lines } from '../../lines.ts';
import { runsOf } from '../fuzz.ts';

/** Digits of a long whole number stay, as text; all else is as JSON.parse reads it. */
test.each(
	cells(String.raw`
	9007199254740993 | "9007199254740993"
	[9007199254740993 ,-9007199254740993] | ["9007199254740993","-9007199254740993"]
	[9007199254740993.0,-9007199254740993.000] | ["9007199254740993","-9007199254740993"]
	["\\",9007199254740993] | ["\\","9007199254740993"]
	["\"",9007199254740993,"\\\""] | ["\"","9007199254740993","\\\""]
	["9007199254740993",9007199254740993] | ["9007199254740993","9007199254740993"]
	[9007199254740991.0] | [9007199254740991]
	[1e16,9007199254740993.5] | [1e16,9007199254740993.5]
	`),
)('%s is read as %s', (text = '', value = '') => {
	expect(parseJson(text)).toEqual(JSON.parse(value));
});

test.each(
	lines(String.raw`
	{"a":"x\"9007199254740993","b":"\\","c":"9007199254740993"}
	{"a":"b 9007199254740993 c","d":1}
	["\\",9007199254740991]
	[1234567890123456789E2,1234567890123456789e+2,1234567890123456789E-20]
	[1000000000000000,1234567890123456.5, 1234567890123456789e2, 0.12345678901234567890]
	9007199254740991
	[0e+9007199254740993,0e-9007199254740993,0E9007199254740993]
	`),
)('%s is read as JSON.parse reads it', (text) => {
	expect(parseJson(text)).toEqual(JSON.parse(text));
});

test.each([
	'',
	...lines(String.raw`
	{
	[1,
	<html>
	nonsense
	{"a":1}}
	"\\",9007199254740993
	[0123456789012345678]
	{1234567890123456789:1}
	`),
])('%s is no JSON', (text) => {
	expect(parseJson(text)).toBeUndefined();
});

test.each(cells(`"x" | 7 | true | null | [{}]`).flat())('%s is no object', (text) => {
	expect(isJsonObject(parseJson(text))).toBe(false);
});

test('the oracle agrees: any JSON with long ids in it is read as JSON.parse reads it with the ids as text', () => {
	const id = fc.bigInt({ min: 2n ** 53n, max: 10n ** 40n });
	const number = fc.double({ noNaN: true, noDefaultInfinity: true });
	const word = fc.string({ unit: 'binary' });
	const entry = fc.tuple(word, fc.constantFrom('', '-'), id, number, fc.json());
	fc.assert(
		fc.property(fc.array(entry), (entries) => {
			fc.pre(entries.every(([, , , , json]) => !/\d{16}/.test(json)));
			const text = (long: (sign: string, id: bigint) => string) => {
				const texts = entries.map(([one, sign, large, small, json]) => {
					const member = { [one]: Math.abs(small) < 2 ** 53 ? small : 0 };
					return `${JSON.stringify(one)},${long(sign, large)} ,${JSON.stringify(member)},${json}`;
				});
				return `[${texts.join()}]`;
			};
			const wanted: unknown = JSON.parse(text((sign, large) => `"${sign}${large}"`));
			expect(parseJson(text((sign, large) => `${sign}${large}`))).toEqual(wanted);
		}),
		runsOf(200),
	);
});
