import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { isJsonObject, parseJson } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { runsOf } from '../fuzz.ts';

describe('JSON from the service', () => {
	test('is read as JSON.parse reads it, where no number is too long for a double', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				const plain: unknown = JSON.parse(text);
				fc.pre(!/\d{16}/.test(text));
				expect(parseJson(text)).toEqual(plain);
			}),
			runsOf(100),
		);
	});

	test('keeps every digit of a long integer, as text', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n }), (id) => {
				expect(parseJson(`{"data":[${id},-${id}]}`)).toEqual({ data: [`${id}`, `-${id}`] });
			}),
			runsOf(100),
		);
	});

	test('leaves digits inside texts alone, also after escaped quotation marks', () => {
		const text = JSON.stringify({ a: 'x"9007199254740993', b: '\\', c: '9007199254740993' });
		expect(parseJson(text)).toEqual(JSON.parse(text));
	});

	test.each([
		'{"a":"b 9007199254740993 c","d":1}',
		'["9007199254740993"]',
		'["\\\\",9007199254740991]',
		'[1234567890123456789E2,1234567890123456789e+2,1234567890123456789E-20]',
		'[1000000000000000,1234567890123456.5]',
		'9007199254740991',
		'[0e+9007199254740993,0e-9007199254740993,0E9007199254740993]',
	])('reads %s as JSON.parse does', (text) => {
		expect(parseJson(text)).toEqual(JSON.parse(text));
	});

	test('keeps the digits of a whole number that is written with a point', () => {
		expect(parseJson('9007199254740993.0')).toBe('9007199254740993');
		expect(parseJson('[9007199254740991.0]')).toEqual([9007199254740991]);
	});

	test('knows an object', () => {
		expect(isJsonObject({})).toBe(true);
		for (const value of [undefined, null, 'x', 5, true, []]) {
			expect(isJsonObject(value)).toBe(false);
		}
	});

	test('leaves decimals and exponents alone', () => {
		expect(
			parseJson('[1234567890123456.5, 1234567890123456789e2, 0.12345678901234567890]'),
		).toEqual(JSON.parse('[1234567890123456.5, 1234567890123456789e2, 0.12345678901234567890]'));
	});

	test.each(['', '{', '[1,', '<html>', 'nonsense', '{"a":1}}'])('is undefined for %j', (text) => {
		expect(parseJson(text)).toBeUndefined();
	});
});

test.each<[string, unknown]>([
	['[9007199254740993.0]', ['9007199254740993']],
	['[-9007199254740993.000]', ['-9007199254740993']],
	['[9007199254740991.0]', [9007199254740991]],
	['[1e16]', [1e16]],
	['[9007199254740993.5]', [9007199254740993.5]],
	[
		'{"a":"9007199254740993","b":9007199254740993}',
		{ a: '9007199254740993', b: '9007199254740993' },
	],
	['"\\\\",9007199254740993', undefined],
	['["\\\\",9007199254740993]', ['\\', '9007199254740993']],
	['["\\"",9007199254740993,"\\\\\\""]', ['"', '9007199254740993', '\\"']],
	['[0123456789012345678]', undefined],
	['{1234567890123456789:1}', undefined],
	['[9007199254740993 ]', ['9007199254740993']],
	['9007199254740993', '9007199254740993'],
	['[-9007199254740993]', ['-9007199254740993']],
])('%s is read as %j', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

test('the oracle agrees: any JSON with long ids in it is read as JSON.parse reads it with the ids as text', () => {
	const id = fc.bigInt({ min: 2n ** 53n, max: 10n ** 40n });
	const sign = fc.constantFrom('', '-');
	fc.assert(
		fc.property(
			fc.array(
				fc.tuple(
					fc.string({ unit: 'binary' }),
					sign,
					id,
					fc.double({ noNaN: true, noDefaultInfinity: true }),
				),
			),
			(entries) => {
				const text = (long: (sign: string, id: bigint) => string) =>
					`[${entries.map(([word, minus, large, number]) => `${JSON.stringify(word)},${long(minus, large)} ,${JSON.stringify({ [word]: number < 2 ** 53 && number > -(2 ** 53) ? number : 0 })}`).join(',')}]`;
				const wanted: unknown = JSON.parse(text((minus, large) => `"${minus}${large}"`));
				expect(parseJson(text((minus, large) => `${minus}${large}`))).toEqual(wanted);
			},
		),
		runsOf(150),
	);
});
