import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { runsOf } from '../fuzz.ts';
import { read } from './read.ts';

/** Names of members in the answers that public clients and manuals of such services show; in these no value is a yes. */
const NAMES = [
	...['RetStatus', 'StrRetStatus', 'Value', 'return', 'entries', 'message', 'Message', 'Code'],
	...['status', 'Status', 'state', 'code', 'statusCode', 'error', 'errorCode', 'error_text'],
	'statustext',
	...['success', 'IsSuccessful', 'data', 'result', 'results', 'messages', 'meta', 'response', 'd'],
	...['Recipients', 'cost', 'number', 'balance', 'credit', 'type', 'requestId', 'JobId', 'to'],
	...['sent', 'accepted', 'queued', 'invalid_numbers', 'rejected', 'info', 'details', '0', ''],
	...['sent_count', 'total', 'failed', 'not_sent', '989120000000', '__proto__', 'constructor'],
];
const NOTHING = [
	...['InvalidUsernameOrPassword', 'REJECTD', 'اعتبار کافی نیست', 'not queued', '0 sent'],
	...['ok, but no', 'unsuccessful', 'ERR-17', 'None', 'N/A', '', null, false, 0, -1, 2, 14, 301],
	...[406, 1006, 3.5, '0', '-1', '13', '406', '2026-11-25'],
];
const { answer } = fc.letrec<{ answer: unknown; object: unknown }>((tie) => ({
	answer: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.constantFrom<unknown>(...NOTHING),
		tie('object'),
		fc.array(tie('answer'), { maxLength: 3 }),
	),
	object: fc.dictionary(fc.constantFrom(...NAMES), tie('answer'), { minKeys: 1, maxKeys: 5 }),
}));
const ROWS = [[['0912']], [['0912'], ['0913']], [['0912', '0913', '0914']]];

test('an answer that proves no acceptance is never taken for one, whoever gives it', () => {
	fc.assert(
		fc.property(
			answer,
			fc.integer({ min: 0, max: 2 }),
			fc.constantFrom(...ROWS),
			(said, layers, rows) => {
				let body = typeof said === 'string' ? said : JSON.stringify(said);
				for (let layer = 0; layer < layers; layer++) body = JSON.stringify({ d: body });
				expect([body, read(body, { rows }).kind]).not.toEqual([body, 'accepted']);
			},
		),
		runsOf(10_000),
	);
});

test('what speaks against an acceptance does so at any depth and under any name', () => {
	const odd = [{ rejected: 1 }, { state: 'x' }, { sent: 0 }, { error: 'x' }, { ids: [] }];
	const against = fc.constantFrom<object>(...odd);
	const path = fc.array(fc.constantFrom(...NAMES.filter((name) => !/proto|err/i.test(name))), {
		maxLength: 30,
	});
	fc.assert(
		fc.property(against, path, (odd, names) => {
			const inner = names.reduce<object>((value, name) => ({ [name]: value }), odd);
			const body = { ok: true, more: inner };
			expect([body, read(body).kind]).toEqual([body, 'unclear']);
		}),
		runsOf(2000),
	);
});
