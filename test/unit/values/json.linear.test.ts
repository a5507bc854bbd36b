import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { parseJson } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { runsOf } from '../fuzz.ts';
import { expectLinear } from '../linear.ts';

test.each<[string, (size: number) => string]>([
	['a string that never closes, full of digits', (size) => `{"a":"${'1234567890 '.repeat(size)}`],
	['escaped quotation marks that never end', (size) => `"${'\\"'.repeat(size)}`],
	[
		'escaped quotation marks before a long id',
		(size) => `["${'\\"'.repeat(size)}",9007199254740993]`,
	],
	['quotation marks alone', (size) => '"'.repeat(size)],
	['backslashes alone', (size) => '\\'.repeat(size)],
	['one number of digits alone', (size) => '1'.repeat(size)],
	['long ids', (size) => `[${'9007199254740993,'.repeat(size)}1]`],
	['strings of long ids', (size) => `[${'"9007199254740993",'.repeat(size)}9007199254740993]`],
	['minus signs behind a long number', (size) => `[9007199254740993,"${'-'.repeat(size)}"]`],
])('JSON is read in a time that grows as its length does: %s', async (_name, make) => {
	await expectLinear((size) => {
		const text = make(size);
		return () => parseJson(text);
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
