import { groupBy } from '../../../nodes/SmsVoiceGateway/row/requests.ts';
import { draftOf, type Row } from '../../../nodes/SmsVoiceGateway/row/row.ts';
import { readIdentifier } from '../../../nodes/SmsVoiceGateway/fields/field.ts';
import {
	eachOnce,
	formatNumber,
	type NumberFormat,
	readDestinations,
} from '../../../nodes/SmsVoiceGateway/numbers/phoneNumbers.ts';
import { cleanNumber } from '../../../nodes/SmsVoiceGateway/numbers/phoneNumber.ts';
import { redactorFor } from '../../../nodes/SmsVoiceGateway/service/mask.ts';
import { lineFor } from '../../../nodes/SmsVoiceGateway/service/taught.ts';
import { messageParts } from '../../../nodes/SmsVoiceGateway/text/messageParts.ts';
import { parseJson } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { readBaseUrl } from '../../../nodes/SmsVoiceGateway/wire/target.ts';
import { expectLinear } from '../linear.ts';
import { read } from '../service/read.ts';
import { problemOf } from '../values/problemOf.ts';

const numbers = (size: number) =>
	Array.from({ length: size }, (_, index) => `0912${index + 1_000_000}`);
const FORMAT: NumberFormat = {
	countryCode: '98',
	nationalLength: [10, 10],
	trunkPrefix: '0',
	writeAs: 'plus',
};
type To = { to: string[] };
const rowOf = (to: string[], item: number): Row<To> => ({
	...draftOf(item),
	fields: { to },
});
const rowsOf = (size: number) => numbers(size).map((to, at) => rowOf([`1${to}`, `2${to}`], at));
const share = groupBy<To>(
	() => [],
	({ to }) => to,
	false,
);

/** What is made of a size, and what is done with it. */
type Work = [name: string, make: (size: number) => unknown, work: (made: never) => unknown];
const work = <T>(name: string, make: (size: number) => T, work: (made: T) => unknown) =>
	[name, make, work] as Work;
const times = (unit: string) => (size: number) => unit.repeat(size);
const refused = (read: (text: string) => unknown) => (text: string) => problemOf(() => read(text));

test.each([
	work('numbers in a text', (size) => numbers(size).join(), readDestinations),
	work(
		'numbers of a row that are to be written in one form, each given twice',
		(size) => [...numbers(size), ...numbers(size)],
		(all) => eachOnce(all.map((number) => formatNumber(number, FORMAT))),
	),
	work(
		'quotes behind a number',
		times("'"),
		refused((text) => cleanNumber(`1${text}2`)),
	),
	work(
		'an address with many slashes',
		(size) => `https://api.example.com/${'/'.repeat(size)}x`,
		(address) => readBaseUrl(address, false, 'call'),
	),
	work('spaces within a code, from a form', (size) => `1${' '.repeat(size)}2`, readIdentifier),
	// Where the last place of no request is filled.
	work('rows of two values', rowsOf, (rows) => share(rows, 3)),
	...['x', 'س'].map((one) => work(`a message of ${one}`, times(one), messageParts)),
])('%s: the time grows as the length does', async (_name, make, work) => {
	await expectLinear((size) => {
		const made = make(size) as never;
		return () => work(made);
	});
});

test.each<(size: number) => string>([
	// A string that never closes, full of digits; quotation marks that never end; before a long id; long ids.
	(size) => `{"a":"${'1234567890 '.repeat(size)}`,
	(size) => `"${'\\"'.repeat(size)}`,
	(size) => `["${'\\"'.repeat(size)}",9007199254740993]`,
	(size) => `[${'9007199254740993,'.repeat(size)}1]`,
])('JSON is read in a time that grows as its length does: %#', async (make) => {
	await expectLinear((size) => {
		const text = make(size);
		return () => parseJson(text);
	});
});

/** Answers made to be slow to read, or to break what reads them. */
const ANSWERS: Array<(size: number) => string> = [
	// An echoed request that breaks off, brackets that never close, a notice of PHP, an ASMX element.
	(size) => `{"a":"${'{\\"a\\":1234567890123456789,'.repeat(size)}`,
	times('['),
	times('Notice: x on line 5\n'),
	(size) => `<string ${'a '.repeat(size)}>`,
	// Records, errors in errors, envelopes in envelopes.
	(size) => `{"data":[${'{"id":9001,"status":1},'.repeat(size)}1]}`,
	(size) => `{"error":${'{"error":'.repeat(size)}1${'}'.repeat(size)}}`,
	(size) => `${'{"data":'.repeat(size)}1${'}'.repeat(size)}`,
	(size) => `{"status":"1${' '.repeat(size)}"}`,
	(size) => `{"message":"${'no'.repeat(size)}"}`,
];
const byV8 = (make: (size: number) => string) => (size: number) => {
	const body = make(size);
	return () => {
		try {
			return JSON.parse(body) as unknown;
		} catch {
			return undefined;
		}
	};
};

test.each(ANSWERS)('an answer is judged in a time that grows as it does: %#', async (make) => {
	await expectLinear((size) => {
		const body = make(size);
		const rows = [numbers(size)];
		return () => read(body, { rows, contentType: 'text/plain' });
	}, byV8(make));
});

test.each([
	['&#0', 'password1'],
	['\\', `${'\\'.repeat(999)}a`],
	['%25', `${'%'.repeat(999)}a`],
	['a', `b${'a'.repeat(999)}`],
	['0', '0'.repeat(250)],
	['4 ', '4'.repeat(64)],
	['\\u00', 'password1'],
	['cGFzc3dvcm', 'password1'],
])(
	'a text of many %j is masked in a time that grows as its length does: %j',
	async (unit, secret) => {
		const { json } = redactorFor('password2', secret);
		await expectLinear((size) => {
			const value = [(unit ?? '').repeat(size)];
			return () => json(value);
		});
	},
);

// A loop over a text without end overflows where V8 has to keep its way back: 8 MB in two bytes each.
test.each(['x', '"'])('8 MB of %j are read to their end', (unit) => {
	const text = `\u06cc${unit.repeat(8_000_000)}`;
	for (const body of [text, { message: text }, { data: [text] }, { error: text }])
		expect(read(body, { httpStatus: 402 }).kind).toBe('refused');
	expect(redactorFor('password-1').text(text)).toHaveLength(text.length);
	lineFor({ [text]: 'ok' });
});
