import { test } from '@jest/globals';

import { readBaseUrl } from '../../../nodes/SmsVoiceGateway/wire/target.ts';
import { messageParts } from '../../../nodes/SmsVoiceGateway/text/messageParts.ts';
import { readIdentifier } from '../../../nodes/SmsVoiceGateway/fields/identifiers.ts';
import { cleanNumber } from '../../../nodes/SmsVoiceGateway/numbers/phoneNumber.ts';
import { eachOnce, readDestinations } from '../../../nodes/SmsVoiceGateway/numbers/phoneNumbers.ts';
import { formatNumber } from '../../../nodes/SmsVoiceGateway/numbers/formatNumber.ts';
import type { NumberFormat } from '../../../nodes/SmsVoiceGateway/numbers/formatNumber.ts';
import { readBulkList } from '../../../nodes/SmsVoiceGateway/fields/bulk.ts';
import { expectLinear } from '../linear.ts';
import { parseJson } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { problemOf } from '../values/problemOf.ts';

const numbers = (size: number) =>
	Array.from({ length: size }, (_, index) => `0912${index + 1_000_000}`);

const FORMAT: NumberFormat = {
	...{ countryCode: '98', nationalLength: [10, 10], trunkPrefix: '0' },
	writeAs: 'plus',
};

test.each<[string, (size: number) => () => unknown]>([
	[
		'numbers in a list',
		(size) => {
			const list = numbers(size);
			return () => readDestinations(list);
		},
	],
	[
		'numbers in a text',
		(size) => {
			const text = numbers(size).join(',');
			return () => readDestinations(text);
		},
	],
	[
		'numbers of a row that are to be written in one form, each given twice',
		(size) => {
			const all = [...numbers(size), ...numbers(size)];
			return () => eachOnce(all.map((number) => formatNumber(number, FORMAT)));
		},
	],
	[
		'an address with many slashes',
		(size) => {
			const address = `https://api.example.com/${'/'.repeat(size)}x`;
			return () => readBaseUrl(address, false);
		},
	],
	...([
		['spaces within a code, from a form', (size) => () => readIdentifier(`1${' '.repeat(size)}2`)],
		[
			'line breaks in a fence',
			(size) => () => problemOf(() => readBulkList('```\n' + '\n'.repeat(size))),
		],
		[
			'commas with nothing between them',
			(size) => () => problemOf(() => readDestinations(`${', '.repeat(size)}x`)),
		],
		[
			'quotes behind a number',
			(size) => () => problemOf(() => cleanNumber(`1${"'".repeat(size)}2`)),
		],
	] as Array<[string, (size: number) => () => unknown]>),
	...['x', '€', 'س', '😀'].map((character): [string, (size: number) => () => unknown] => [
		`a message of ${character}`,
		(size) => {
			const text = character.repeat(size);
			return () => messageParts(text);
		},
	]),
])('%s is read in a time that grows as its length does', async (_name, prepare) => {
	await expectLinear(prepare);
});

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
