import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/lib/json.ts';
import { evidenceIn } from '../../../nodes/SmsVoiceGateway/response/evidence.ts';
import type { Evidence } from '../../../nodes/SmsVoiceGateway/response/evidence.ts';

const NONE = {
	acceptance: false,
	refusal: false,
	rowAccepted: false,
	rowRefused: false,
	doubt: false,
};

function within(name: string, value: Json, count: number): Json {
	return count === 0 ? value : { [name]: within(name, value, count - 1) };
}

const ACCEPTED: Partial<Evidence> = { acceptance: true };
const REFUSED: Partial<Evidence> = { refusal: true };
const BOTH: Partial<Evidence> = { acceptance: true, refusal: true };
const DOUBT: Partial<Evidence> = { doubt: true };

/** Answers to a request that sends. */
const SENT: Array<[Json, Partial<Evidence>]> = [
	[{}, {}],
	[[], {}],
	[null, {}],
	['hello', {}],
	['login failed', DOUBT],
	// Progress says only yes.
	[{ queued: true }, ACCEPTED],
	[{ delivered: 'yes' }, ACCEPTED],
	[{ queued: false }, {}],
	[{ delivered: 'not yet' }, {}],
	// Only envelopes are opened, and not without end.
	[{ foo: { status: 1006 } }, {}],
	[{ result: { success: false } }, REFUSED],
	[{ meta: null }, {}],
	[within('data', { success: false }, 8), REFUSED],
	[within('data', { success: false }, 9), {}],
	// A small number is a code in "meta", and elsewhere perhaps the state of a message.
	[{ meta: { status: 2 } }, { ...REFUSED, code: '2' }],
	[{ result: { status: 2 } }, DOUBT],
	[{ meta: { data: { status: 2 } } }, DOUBT],
	[{ id: null, status: 6 }, DOUBT],
	[{ id: 5, status: 6 }, ACCEPTED],
	[{ data: { msgid: 1, error: 'x' } }, { ...BOTH, errorWords: 'x' }],
	// Words.
	[{ message: 'hello' }, { messageWords: 'hello' }],
	[{ message: 'login failed' }, { ...DOUBT, messageWords: 'login failed' }],
	[{ data: { message: 'login failed' } }, { ...DOUBT, messageWords: 'login failed' }],
	[{ message: '' }, {}],
	[{ foo: 'login failed' }, {}],
	[{ destination: '0912', message: 'login failed', code: 1006 }, {}],
	[{ status: 'ok' }, ACCEPTED],
	[{ status: 'failed' }, { ...REFUSED, statusWords: 'failed' }],
	[{ error: 'no error' }, {}],
	[{ error: true }, REFUSED],
	[{ error: 1006 }, { ...REFUSED, code: '1006' }],
	[{ error: 'x' }, { ...REFUSED, errorWords: 'x' }],
	[{ error: { x: 'c', message: 'b' } }, { ...REFUSED, errorWords: 'b' }],
	[{ error: { message: 'b', error: 'a' } }, { ...REFUSED, errorWords: 'a' }],
	[{ error: { x: 'c' } }, { ...REFUSED, errorWords: 'c' }],
	[{ error: ['c', 'd'] }, { ...REFUSED, errorWords: 'c' }],
	[
		{ error: { code: 1006, message: 'no credit' } },
		{ ...REFUSED, code: '1006', errorWords: 'no credit' },
	],
	[within('error', { code: 1006 }, 8), { ...REFUSED, code: '1006', errorWords: '1006' }],
	[within('error', { code: 1006 }, 9), { ...REFUSED, errorWords: '1006' }],
	// The first code and the first words are taken.
	[
		{ meta: { status: 1006, message: 'a' }, data: { status: 1010, message: 'b' } },
		{ ...REFUSED, code: '1006', messageWords: 'a' },
	],
	[
		{ error: 'a', errors: 'b', result: { error: 'c', status: 'failed' }, status: 'rejected' },
		{ ...REFUSED, errorWords: 'a', statusWords: 'failed' },
	],
	// Rows.
	[[9001], { rowAccepted: true }],
	[[{ id: 9001 }], { rowAccepted: true }],
	[[{ a: 1 }], {}],
	[['hello'], {}],
	[['login failed'], DOUBT],
	[[{ status: 2 }], DOUBT],
	[
		[{ error: 'x', code: 1010 }, 5],
		{ rowAccepted: true, rowRefused: true, code: '1010', errorWords: 'x' },
	],
	[{ data: [{ results: [{ error: 'x' }] }] }, { rowRefused: true, errorWords: 'x' }],
];

test.each(SENT)('The evidence in %j is %j', (answer, evidence) => {
	expect(evidenceIn(answer, true)).toEqual({ ...NONE, ...evidence });
});

/** Answers to a query, whose records speak of other requests. */
const QUERIED: Array<[Json, Partial<Evidence>]> = [
	[{ data: { msgid: 1, error: 'x' } }, ACCEPTED],
	[{ data: [{ msgid: 1, status: 'failed' }] }, { rowAccepted: true }],
	[{ data: [{ status: 'failed' }] }, {}],
	[{ data: { status: 'failed' } }, { ...REFUSED, statusWords: 'failed' }],
	[{ data: { id: 5, error: 'x' } }, { ...BOTH, errorWords: 'x' }],
	[
		{ msgid: 1, error: 'x' },
		{ ...BOTH, errorWords: 'x' },
	],
	[
		{ msgid: null, status: 1006 },
		{ ...REFUSED, code: '1006' },
	],
];

test.each(QUERIED)('The evidence in %j, which answers a query, is %j', (answer, evidence) => {
	expect(evidenceIn(answer, false)).toEqual({ ...NONE, ...evidence });
});
