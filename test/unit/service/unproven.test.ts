import { expect, test } from '@jest/globals';
import {
	array,
	assert,
	constantFrom,
	dictionary,
	integer,
	letrec,
	oneof,
	property,
} from 'fast-check';

import { expectLinear } from '../linear.ts';
import { runsOf } from '../fuzz.ts';
import { redactorFor } from '../../../nodes/SmsVoiceGateway/service/mask.ts';
import { lineFor } from '../../../nodes/SmsVoiceGateway/service/taught.ts';
import { read } from './read.ts';

/** Names of members in the answers that public clients and manuals of such services show; in these no value is a yes. */
const NAMES = [
	...[
		'RetStatus',
		'StrRetStatus',
		'Value',
		'return',
		'entries',
		'message',
		'Message',
		'statustext',
	],
	...[
		'status',
		'Status',
		'state',
		'code',
		'statusCode',
		'Code',
		'error',
		'errorCode',
		'error_text',
	],
	...['success', 'IsSuccessful', 'data', 'result', 'results', 'messages', 'meta', 'response', 'd'],
	...['Recipients', 'cost', 'number', 'balance', 'credit', 'type', 'requestId', 'JobId', 'to'],
	...['sent', 'accepted', 'queued', 'invalid_numbers', 'rejected', 'info', 'details', '0', ''],
	...['sent_count', 'total', 'failed', 'not_sent', '989120000000', '__proto__', 'constructor'],
];
const NOTHING = [
	...[
		'InvalidUsernameOrPassword',
		'REJECTD',
		'اعتبار کافی نیست',
		'not queued',
		'0 sent',
		'ok, but no',
	],
	...['unsuccessful', 'ERR-17', 'None', 'N/A', '', null, false, 0, -1, 2, 14, 301, 406, 1006, 3.5],
	...['0', '-1', '13', '406', '2026-11-25'],
];
const { answer } = letrec<{ answer: unknown; object: unknown }>((tie) => ({
	answer: oneof(
		{ depthSize: 'small', withCrossShrink: true },
		constantFrom<unknown>(...NOTHING),
		tie('object'),
		array(tie('answer'), { maxLength: 3 }),
	),
	object: dictionary(constantFrom(...NAMES), tie('answer'), { minKeys: 1, maxKeys: 5 }),
}));
const ROWS = [[['0912']], [['0912'], ['0913']], [['0912', '0913', '0914']]];

test('an answer that proves no acceptance is never taken for one, whoever gives it', () => {
	assert(
		property(answer, integer({ min: 0, max: 2 }), constantFrom(...ROWS), (said, layers, rows) => {
			let body = typeof said === 'string' ? said : JSON.stringify(said);
			for (let layer = 0; layer < layers; layer++) body = JSON.stringify({ d: body });
			expect([body, read(body, { rows }).kind]).not.toEqual([body, 'accepted']);
		}),
		runsOf(10_000),
	);
});

test('what speaks against an acceptance does so at any depth and under any name', () => {
	const against = constantFrom(
		{ rejected: 1 },
		{ state: 'x' },
		{ sent: 0 },
		{ error: 'x' },
		{ ids: [] },
	);
	const path = array(constantFrom(...NAMES.filter((name) => !/proto|err/i.test(name))), {
		maxLength: 30,
	});
	assert(
		property(against, path, (odd, names) => {
			const inner = names.reduce<object>((value, name) => ({ [name]: value }), odd);
			const body = { ok: true, more: inner };
			expect([body, read(body).kind]).toEqual([body, 'unclear']);
		}),
		runsOf(2000),
	);
});

/** Bodies made to be slow to read, or to break what reads them. */
const BODIES: Array<[string, (size: number) => string]> = [
	[
		'an echoed request that breaks off',
		(size) => `{"a":"${'{\\"a\\":1234567890123456789,'.repeat(size)}`,
	],
	['brackets that never close', (size) => '['.repeat(size)],
	['notices of PHP', (size) => 'Notice: x on line 5\n'.repeat(size)],
	['notices in a line', (size) => 'Warning: on line 1'.repeat(size)],
	['spaces', (size) => `${' '.repeat(size)}x`],
	['an ASMX element', (size) => `<string ${'a '.repeat(size)}>`],
	['ids behind a word', (size) => `OK ${'9001,'.repeat(size)}`],
	['ids', (size) => `{"data":[${'9001,'.repeat(size)}1]}`],
	['records', (size) => `{"data":[${'{"id":9001,"status":1},'.repeat(size)}1]}`],
	['errors in errors', (size) => `{"error":${'{"error":'.repeat(size)}1${'}'.repeat(size)}}`],
	['lists in lists', (size) => `{"errors":${'['.repeat(size)}${']'.repeat(size)}}`],
	['envelopes in envelopes', (size) => `${'{"data":'.repeat(size)}1${'}'.repeat(size)}`],
	['a status of spaces', (size) => `{"status":"1${' '.repeat(size)}"}`],
	[
		'many members',
		(size) => `{${Array.from({ length: size }, (_, at) => `"status${at}":1`).join()}}`,
	],
	['an id of letters', (size) => `{"data":["${'a'.repeat(size)}"]}`],
	['one word', (size) => `{"message":"${'no'.repeat(size)}"}`],
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

test.each(BODIES)(
	'an answer of %s is read in a time that grows as it does',
	async (_name, make) => {
		await expectLinear((size) => {
			const body = make(size);
			const rows = [Array.from({ length: size }, (_, at) => `0912${at}`)];
			return () => read(body, { rows, contentType: 'text/plain' });
		}, byV8(make));
	},
);

// A loop over a text without end overflows where V8 has to keep its way back: 8 MB in two bytes each.
test.each(['x', ' ', '7', '"', '\\'])('8 MB of %j are read to their end', (unit) => {
	const text = `\u06cc${unit.repeat(8_000_000)}`;
	for (const body of [text, { message: text }, { data: [text] }, { error: text }])
		expect(read(body, { httpStatus: 402 }).kind).toBe('refused');
	expect(redactorFor('password-1').text(text)).toHaveLength(text.length);
	lineFor({ [text]: 'ok' });
});
