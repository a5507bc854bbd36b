import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import {
	isHarmless,
	ofEntry,
	ofErrorCode,
	ofId,
	ofProgress,
	ofState,
	ofStatus,
	ofSuccess,
} from '../../../nodes/SmsVoiceGateway/response/signalOf.ts';
import type { Signal } from '../../../nodes/SmsVoiceGateway/response/signalOf.ts';
import { signalsIn, signalsOfEntry } from '../../../nodes/SmsVoiceGateway/response/signals.ts';

/** A value under so many names of its own, one in the other. */
const within = (name: string, value: Json, count: number): Json =>
	count === 0 ? value : { [name]: within(name, value, count - 1) };

const inLists = (value: Json, count: number): Json =>
	count === 0 ? value : [inLists(value, count - 1)];

const each = (signal: Signal, ...values: Json[]) =>
	values.map((value): [Json, Signal] => [value, signal]);

describe('What is said of one thing', () => {
	test.each([
		...each('accept', true, 1, 'yes', 'Success', 'OK'),
		...each('refuse', false, 0, 'no', '-1', 'failed', 'Rejected'),
		...each('doubt', null, 2, 'maybe', 'not really', {}, []),
	])('success of %j is %j', (value, signal) => {
		expect(ofSuccess(value)).toBe(signal);
	});

	test.each([
		...each('accept', true, 'yes', 1),
		...each('doubt', 0, '0', ' 00 '),
		...each(undefined, false, 'no', null, 5, 'not yet', '10', '01x'),
	])('"sent" of %j is %j', (value, signal) => {
		expect(ofProgress(value)).toBe(signal);
	});

	const CODES = [
		...each(
			'accept',
			200,
			205,
			209,
			299,
			'200',
			'202 Accepted',
			'HTTP/1.1 200 OK',
			'ok',
			'QUEUED',
			true,
		),
		...each(
			'refuse',
			400,
			407,
			498,
			1001,
			1099,
			-1,
			'-3',
			'1006 no credit',
			'error',
			'not_sent',
			false,
		),
		...each(
			'doubt',
			1,
			199,
			206,
			207,
			'208 x',
			300,
			399,
			408,
			499,
			500,
			801,
			1000,
			1100,
			2000,
			3001,
			99_999,
		),
		...each('doubt', '200 messages rejected', '400 messages sent', '404 x sent y'),
		...each(undefined, null, ''),
	];

	test.each([
		...CODES,
		...each('doubt', 'odd', 'ERR_NO_CREDIT', 'x error', 0, '0', 100_000, '048213', 1.5, {}),
	])('a status of %j is %j', (value, signal) => {
		expect(ofStatus(value, false)).toBe(signal);
	});

	test.each([
		...CODES,
		...each('refuse', 'ERR_NO_CREDIT', 'x.error', 'ERR-17', 'NO_MATCH_ERROR', 'error-'),
		...each(
			'doubt',
			'PARTIAL_FAILURE',
			'failed-partially',
			'NO_ERROR',
			'no.errors',
			'ERROR_NONE',
			'ERR-00',
			'ERR_۰',
			'non-error',
		),
		...each('doubt', 'odd', 'MSG_ACCEPTED', 'ERR_WAS_SENT', 'a048213', '048213x', {}),
		...each(undefined, 0, '0', 100_000, '048213'),
	])('a code of %j is %j', (value, signal) => {
		expect(ofStatus(value, true)).toBe(signal);
	});

	test.each([
		...each(undefined, 0, '000', null, 'none', 200, '200 OK', true),
		...each('doubt', 'ER-00', 'ERROR_NONE', 'zero err', 'CREDIT_0'),
		...each('refuse', 1, '1', 5, 1006, 3001, 'odd', 'ERR', 'ER-09'),
		...each('refuse', 'NONE_OF_YOURS', 'NO_XERR', 'NO_ERRAND'),
	])('the code of an error, %j, is %j', (value, signal) => {
		expect(ofErrorCode(value)).toBe(signal);
	});

	test.each<[string, Json, boolean, Signal]>([
		['status', 6, true, undefined],
		['status', '1', true, undefined],
		['status', 5, true, 'refuse'],
		['status', -1, true, 'refuse'],
		['status', 6, false, 'doubt'],
		['status', 20, true, 'doubt'],
		['status', 'odd', true, 'doubt'],
		['status', 900001, false, 'doubt'],
		['result', 900001, false, undefined],
		['result', '900001', false, undefined],
		['result', 'a-900001', false, 'doubt'],
		['result', 12345, false, 'doubt'],
		['result', 9001, false, 'doubt'],
		['result', 600, false, 'doubt'],
		['result', 1006, false, 'refuse'],
		['result', 404, false, 'refuse'],
		['status', 9001, false, 'doubt'],
		['result', 200, false, 'accept'],
	])('%s %j, with an id beside it: %j, is %j', (name, value, hasId, signal) => {
		expect(ofState(name, value, hasId)).toBe(signal);
	});

	test.each([
		...each('accept', 1, 'a-1', '900001'),
		...each('doubt', -1, '-5'),
		...each(undefined, null, 0, 'None', [1], [-1], ''),
	])('an id of %j is %j', (value, signal) => {
		expect(ofId(value)).toBe(signal);
	});

	test.each([
		...each('accept', 9001, 'a-17', '900001'),
		...each(undefined, null, 0, 14, '7', true, false, '', 'none', 1006),
		...each('doubt', -1, 'OK', 'invalid number', 1.5, '1.5'),
	])('what stands for a message, %j, is %j', (value, signal) => {
		expect(ofEntry(value, false)).toBe(signal);
	});

	const harmless: Json[] = [
		null,
		[],
		'no error',
		200,
		'200 OK',
		{ code: 200, message: 'OK' },
		[200, 0],
		inLists(200, 8),
	];
	const errors: Json[] = [
		'x',
		true,
		1,
		1006,
		{ code: 1006 },
		{ code: 200, message: 'x' },
		['x', ''],
		inLists(200, 9),
	];
	test.each([
		...harmless.map((value): [Json, boolean] => [value, true]),
		...errors.map((value): [Json, boolean] => [value, false]),
	])('the error %j is none: %j', (value, isNone) => {
		expect(isHarmless(value)).toBe(isNone);
	});
});

const NONE = { accept: false, refuse: false, doubt: false, taken: 0, notTaken: [] };
const ACCEPT = { accept: true };
const REFUSE = { refuse: true };
const DOUBT = { doubt: true };

test.each<[Json, object]>([
	[{}, {}],
	[null, {}],
	['OK', ACCEPT],
	['fine', {}],
	[{ queued: true }, ACCEPT],
	// Envelopes are opened, but not without end.
	[within('data', { success: false }, 8), REFUSE],
	[within('data', { success: false }, 9), {}],
	[{ result: [{ success: false }] }, REFUSE],
	// What nobody knows makes doubt where it refuses, and nothing else.
	[{ foo: { status: 1006 } }, DOUBT],
	[{ foo: { bar: [{ error: 'x' }] } }, DOUBT],
	[{ foo: { status: 200, id: 5 } }, {}],
	[{ foo: { status: 'odd' } }, {}],
	// A status that is an object: its id is none of a message.
	[{ status: { id: 900001 } }, DOUBT],
	[{ state: { name: 'x' } }, DOUBT],
	[{ status: { code: 200 } }, ACCEPT],
	[{ status: { success: false } }, REFUSE],
	[{ status: {} }, {}],
	[{ status: null, code: null }, {}],
	[{ outcome: {} }, {}],
	// Errors, with their code and words.
	[{ error: 1006 }, { ...REFUSE, code: '1006' }],
	[{ error: 'x' }, { ...REFUSE, errorWords: 'x' }],
	[{ error: true }, REFUSE],
	[{ error: { x: 'c', message: 'b' } }, { ...REFUSE, errorWords: 'b' }],
	[{ error: { message: 'b', error: 'a' } }, { ...REFUSE, errorWords: 'a' }],
	[{ error: { x: 'c' } }, { ...REFUSE, errorWords: 'c' }],
	[{ error: ['c', 'd'] }, { ...REFUSE, errorWords: 'c' }],
	[{ error: { code: 1006, id: 9 } }, { ...REFUSE, code: '1006', errorWords: '1006' }],
	[within('error', { code: 1006 }, 8), { ...REFUSE, code: '1006', errorWords: '1006' }],
	[within('error', { code: 1006 }, 9), { ...REFUSE, errorWords: '1006' }],
	[
		{ error_code: 0, error_message: 'Done' },
		{ ...DOUBT, errorWords: 'Done' },
	],
	[
		{ error_code: 'E-00', error_message: 'Done' },
		{ ...DOUBT, errorWords: 'Done' },
	],
	[
		{ error_code: null, error: 'x' },
		{ ...REFUSE, errorWords: 'x' },
	],
	// In the service's own envelope every code refuses that is no success.
	[{ meta: { status: 801 } }, { ...REFUSE, code: '801' }],
	[{ data: { code: 801 } }, DOUBT],
	[{ meta: { data: { code: '300' } } }, { ...REFUSE, code: '300' }],
	[{ meta: { code: 299 } }, ACCEPT],
	[{ meta: { code: 199 } }, DOUBT],
	[
		{ error: 'Sent', code: 801 },
		{ ...DOUBT, messageWords: 'Sent' },
	],
	[{ error: 'none', code: 801 }, DOUBT],
	[
		{ x: 0, error_message: 'Done' },
		{ ...REFUSE, errorWords: 'Done' },
	],
	[
		{ error_code: 7, error_message: 'Done' },
		{ ...REFUSE, code: '7', errorWords: 'Done' },
	],
	[
		{ error: 'x', errors: null },
		{ ...REFUSE, errorWords: 'x' },
	],
	// Words, the first of each kind.
	[{ message: 'hello', msg: 'bye' }, { messageWords: 'hello' }],
	[{ status: 'odd' }, { ...DOUBT, statusWords: 'odd' }],
	[
		{ status: 'failed', state: 'x' },
		{ ...REFUSE, doubt: true, statusWords: 'failed' },
	],
	[{ status: 'ok' }, ACCEPT],
	[{ status: 1006 }, { ...REFUSE, code: '1006' }],
	[{ data: { status: 'odd' } }, { ...DOUBT, statusWords: 'odd' }],
	[
		{ meta: { status: 1006, message: 'a' }, data: { status: 1010, message: 'b' } },
		{ ...REFUSE, code: '1006', messageWords: 'a' },
	],
	// Beside a number stand fields of the request.
	[{ destination: '0912', message: 'error', code: 1006 }, {}],
	[
		{ destination: '0912', status_code: 1006 },
		{ ...REFUSE, code: '1006' },
	],
	// A state beside an id.
	[{ id: 5, status: 6 }, ACCEPT],
	[{ id: null, status: 6 }, DOUBT],
	[{ note: 5, status: 6 }, DOUBT],
	[
		{ id: 5, status: 5 },
		{ ...ACCEPT, ...REFUSE, code: '5' },
	],
	[
		{ id: 5, status: false },
		{ ...ACCEPT, ...REFUSE },
	],
	// Data that is a code.
	[{ data: -1 }, DOUBT],
	[{ data: 0 }, {}],
	[{ data: '-1' }, {}],
	[{ foo: -1 }, {}],
	[{ rejected: ['1'], failed: ['2', '3'] }, { notTaken: ['1', '2', '3'] }],
	[{ rejected: 5, data: { invalid_numbers: [{ to: '1' }] } }, { notTaken: [{ to: '1' }] }],
])('the evidence in %j is %j', (answer, signals) => {
	expect(signalsIn(answer, 1)).toEqual({ ...NONE, ...signals });
});

test.each<[Json, object]>([
	[{ id: 5, status: 'failed' }, ACCEPT],
	[{ id: 5, status: 1006 }, ACCEPT],
	[
		{ id: 5, status: false },
		{ ...ACCEPT, ...REFUSE },
	],
	[
		{ id: 5, error: 'x' },
		{ ...ACCEPT, ...REFUSE, errorWords: 'x' },
	],
	[{ status: 'failed' }, { ...REFUSE, statusWords: 'failed' }],
	// It can be asked again, so all that is no success is a refusal.
	[{ code: 801 }, { ...REFUSE, code: '801' }],
	[{ data: { status: '500 x' } }, { ...REFUSE, code: '500', statusWords: '500 x' }],
	[{ status: 300 }, { ...REFUSE, code: '300' }],
	[{ status: 199 }, DOUBT],
	[{ result: 12345 }, DOUBT],
	[{ status: 299 }, ACCEPT],
])('the evidence in %j, which answers a query, is %j', (answer, signals) => {
	expect(signalsIn(answer, 'query')).toMatchObject({ ...NONE, ...signals });
});

test.each<[Json, object]>([
	// Counts and lists of what was taken, under whatever name, of no more than there were.
	[{ sent: 2 }, { taken: 2 }],
	[{ Success_Count: '3' }, { taken: 3 }],
	[{ totalAccepted: 1 }, { taken: 1 }],
	[{ numberOfSentMessages: 1 }, { taken: 1 }],
	[{ sms_sent: ['a'] }, { taken: 1 }],
	[{ accepted: { 3: 'a' } }, { taken: 1 }],
	[{ foo: { queued: 2 } }, { taken: 2 }],
	[{ data: { queued: 2 } }, { taken: 2 }],
	[
		{ queued: 2, sent: 1, total_sent: 0 },
		{ ...ACCEPT, taken: 2 },
	],
	[{ success: 1 }, ACCEPT],
	[{ success: 2 }, { ...DOUBT, taken: 2 }],
	[{ sent: 4 }, {}],
	[{ sent: 1_700_000_000 }, {}],
	[{ sent: '2 of 3' }, {}],
	[{ sent: '۲' }, { taken: 2 }],
	[{ sent: 1.5 }, {}],
	[{ sent: -1 }, {}],
	[{ scheduled: '2026-11-27' }, {}],
	[{ accepted: [] }, {}],
	[{ accepted: null, delivered: 0 }, DOUBT],
	[{ unsent: 2, sentiment: 2 }, {}],
	// Fewer failures than numbers are those of some.
	[{ failed: 1 }, DOUBT],
	[{ Errors: '2' }, { ...DOUBT, errorWords: '2' }],
	[{ failed: 3 }, { ...REFUSE, code: '3' }],
	[{ failed: true }, REFUSE],
	[{ error: 1 }, { ...REFUSE, code: '1' }],
	[{ errors: [{ to: '1', error: 'x' }, { Receptor: 2 }] }, { ...DOUBT, errorWords: 'x' }],
	[{ errors: [{ to: '1', error: 'x' }, {}] }, { ...REFUSE, errorWords: 'x' }],
	[{ errors: [{ to: '1' }, { to: '2' }, { to: '3' }] }, { ...REFUSE, errorWords: '1' }],
	[{ errors: { '+98912': 'x' } }, { ...DOUBT, errorWords: 'x' }],
	[{ errors: { 0: 'x', 2: 'y' } }, { ...DOUBT, errorWords: 'x' }],
	[{ errors: { 0: 'x', to: 'y' } }, { ...REFUSE, errorWords: 'x' }],
	[{ errors: { a1: 'x' } }, { ...REFUSE, errorWords: 'x' }],
	[{ errors: { '1a': 'x' } }, { ...REFUSE, errorWords: 'x' }],
	[{ error: 'x' }, { ...REFUSE, errorWords: 'x' }],
])('the evidence in %j, which answers a request for three numbers, is %j', (answer, signals) => {
	expect(signalsIn(answer, 3)).toEqual({ ...NONE, ...signals });
});

test('what speaks of single messages is left out', () => {
	const data: Json = [{ status: 'failed' }];
	expect(signalsIn({ success: true, data }, 1, data)).toEqual({ ...NONE, accept: true });
	const status: Json = { id: 5 };
	expect(signalsIn({ success: true, status }, 1, status)).toEqual({ ...NONE, accept: true });
	expect(signalsIn(data, 1, data)).toEqual(NONE);
	expect(signalsOfEntry(null, false, 1)).toEqual(NONE);
	expect(signalsOfEntry([{ error: 'x' }], false, 1)).toMatchObject(REFUSE);
});
