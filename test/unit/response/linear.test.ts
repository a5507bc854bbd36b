import { test } from '@jest/globals';

import { statusReader } from '../../../nodes/SmsVoiceGateway/resources/sms/status.ts';
import { expectLinear } from '../linear.ts';
import { read } from './read.ts';

/** Bodies made to be slow to read. */
const BODIES: Array<[string, (size: number) => string]> = [
	[
		'an echoed request that breaks off',
		(size) => `{"request":"${'{\\"a\\":1234567890123456789,'.repeat(size)}`,
	],
	['escaped quotation marks', (size) => `"${'\\"'.repeat(size)}`],
	['brackets that never close', (size) => `x ${'['.repeat(size)}`],
	['brackets that close', (size) => `x ${'['.repeat(size)}${']'.repeat(size)}`],
	['pieces that are no JSON', (size) => `x ${'{a}'.repeat(size)}`],
	['words of warning', (size) => 'warning '.repeat(size)],
	['words that begin a denial', (size) => 'no '.repeat(size)],
	['spaces behind a word', (size) => `error${' '.repeat(size)}x`],
	['notices of PHP', (size) => 'Warning: '.repeat(size)],
	['lines of notices', (size) => 'Notice: x on line 5\n'.repeat(size)],
	['an ASMX element', (size) => `<string ${'a '.repeat(size)}>`],
	['ids behind a word', (size) => `OK ${'9001,'.repeat(size)}`],
	['angle brackets', (size) => '<'.repeat(size)],
	['byte order marks', (size) => '\ufeff'.repeat(size)],
	['digits', (size) => '1'.repeat(size)],
	['ids', (size) => `{"data":[${'9001,'.repeat(size)}1]}`],
	['errors in errors', (size) => `{"error":${'{"error":'.repeat(size)}1${'}'.repeat(size)}}`],
	['lists in lists', (size) => `{"errors":${'['.repeat(size)}${']'.repeat(size)}}`],
	['a status of spaces', (size) => `{"status":"1${' '.repeat(size)}"}`],
	[
		'many members',
		(size) => `{${Array.from({ length: size }, (_, at) => `"status${at}":1`).join()}}`,
	],
	['an id of letters', (size) => `{"data":["${'a'.repeat(size)}"]}`],
];

/** What V8 takes for the JSON in a body. */
const readByV8 = (make: (size: number) => string) => (size: number) => {
	const body = make(size).replace(/^x /, '');
	return () => {
		try {
			return JSON.parse(body) as unknown;
		} catch {
			return undefined;
		}
	};
};

test.each(BODIES)(
	'An answer of %s is read in a time that grows as its length does',
	async (_name, make) => {
		for (const httpStatus of [200, 400]) {
			await expectLinear((size) => {
				const body = make(size);
				return () => read(body, { httpStatus, contentType: 'text/plain' });
			}, readByV8(make));
		}
	},
);

test.each<[string, (size: number) => () => unknown]>([
	[
		'message ids',
		(size) => {
			const data = Array.from({ length: size }, (_, at) => ({ id: `a-${at + 1}`, status: 200 }));
			const body = JSON.stringify({ data });
			const rows = [data.map((_, at) => `0912${at}`)];
			return () => read(body, { rows });
		},
	],
	[
		'rows of a bulk in another order',
		(size) => {
			const numbers = Array.from({ length: size }, (_, at) => `0912${String(at).padStart(7, '0')}`);
			const data = numbers.map((destination, at) => ({ destination, id: at + 1 })).reverse();
			const body = JSON.stringify({ data });
			return () => read(body, { rows: numbers.map((number) => [number]) });
		},
	],
	[
		'statuses',
		(size) => {
			const data = Array.from({ length: size }, (_, at) => ({ msgid: `0${at + 1}`, status: 6 }));
			const asked = data.map((_, at) => String(at + 1));
			return () => statusReader(asked, { data })(asked);
		},
	],
])('%s are read in a time that grows as their number does', async (_name, prepare) => {
	await expectLinear(prepare);
});
