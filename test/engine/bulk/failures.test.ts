import { setTimeout as wait } from 'node:timers/promises';

import {
	bulk,
	CONTINUE,
	everythingIn,
	type FaultAction,
	type Line,
	LOST,
	numberOf,
	numbers,
	outcomesOf,
	type Parameters,
	RETRY,
	rowsFor,
	staged,
	strikes,
	times,
} from '../stage/index.ts';

const { sandbox, run, messageTo, timesSentTo, check, table, front, stopAt } = staged();

const REFUSED: FaultAction = { kind: 'refuse', code: 1006, message: 'no credit', status: 402 };
const inOf =
	(batchSize: number): Parameters =>
	(options, more = {}) =>
		bulk({ speed: { values: { batchSize } }, ...options }, more);
const IN_TWOS = inOf(2);
const idOf = (row: number) => messageTo(numberOf(row))?.id;
const GOING_ON_RETRY = { ...CONTINUE, ...RETRY };

/** The service names a number of the request: whose it was, nobody reads out of words. */
const [, , third = ''] = numbers(4);
const refusing: FaultAction = {
	kind: 'refuse',
	code: 1010,
	status: 400,
	message: `destination "${third}" is refused`,
};
const together = expect.stringMatching(
	/^Refused together with 3 other rows, and any of them may be the cause: with the 'Batch Size' 1 of 'Speed' only that one is refused\. The destination/,
);

table('a batch of four that the service refuses', inOf(4), {
	'is refused as one, and each row says with how many': {
		rows: 4,
		node: CONTINUE,
		fault: refusing,
		ends: '4 rejected',
		json: times(4, { advice: together }),
	},
	'ends the run at the first': {
		rows: 4,
		fault: refusing,
		error: `…destination "${third}" is refused…`,
		advice: '…4 rejected (items 0–3)…',
		requests: 1,
	},
	'is refused for the credit by nobody’s fault': {
		rows: 4,
		node: CONTINUE,
		fault: REFUSED,
		ends: '4 rejected',
		json: times(4, {
			advice: expect.stringMatching(/^Refused together with 3 other rows\. The credit/),
		}),
	},
});

table('a batch that fails', IN_TWOS, {
	'marks only its own rows where the node continues, each with its destination and what the service said':
		{
			rows: rowsFor(6),
			node: CONTINUE,
			fault: [strikes(3, REFUSED)],
			ends: '2 accepted, 2 rejected, 2 accepted',
			asks: '0,1 2,3 4,5',
			json: rowsFor(6).map((row, index) =>
				index < 2 || index > 3
					? { batch: index < 2 ? 1 : 3 }
					: {
							outcome: 'rejected',
							destination: numberOf(index),
							error: 'The service refused the request: "no credit" (code 1006, HTTP 402)',
							advice: expect.stringContaining('Top up the account'),
							code: '1006',
							httpStatus: 402,
							...row,
						},
			),
		},
});

describe('in stop mode the error', () => {
	const accepted = () =>
		`…2 accepted (item 0, message id ${idOf(0)}; item 1, message id ${idOf(1)}), 2 rejected`;

	test.each([
		['of the first try', {}, '0,1 2,3'],
		['of the last one, with Retry On Fail', RETRY, '0,1 2,3 2,3 2,3'],
	])('%s says what was accepted, refused and not sent', async (_, node, asks) => {
		const fault = [strikes(3, REFUSED)];
		const { error, items } = await check({ rows: 6, node, fault, error: '…', asks }, IN_TWOS);
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The service refused the request: "no credit" (code 1006, HTTP 402)',
		);
		expect(error?.description).toContain(
			`${accepted().slice(1)} (items 2–3), 2 not sent (items 4–5)`,
		);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
	});

	test('waits for others that are on their way, and is that of the batch that failed', async () => {
		const options = { speed: { batchSize: 2, parallelRequests: 2 } };
		const fault = [strikes(0, { kind: 'delay', ms: 3000 }), strikes(2, REFUSED)];
		const { error } = await check(
			{ options, rows: 12, fault, error: '…no credit…', requests: 2 },
			IN_TWOS,
		);
		expect(error?.description).toContain(accepted().slice(1));
		expect(error?.description).toContain('8 not sent (items 4–11)');
	});
});

table('Retry On Fail', IN_TWOS, {
	'remembers for its own run only: a second execution sends again': [
		{ rows: 4, node: RETRY, asks: '0,1 2,3' },
		{ rows: 4, node: RETRY, asks: '0,1 2,3', json: [1, 1, 2, 2].map((batch) => ({ batch })) },
	],
	'leaves unknown what may have been sent where sending it again was refused': {
		options: { resendUnknown: true },
		rows: 4,
		node: GOING_ON_RETRY,
		fault: [strikes(0, LOST, 1), strikes(0, REFUSED)],
		ends: '2 unknown, 2 accepted',
		sent: 4,
	},
});

test.each(['=No. {{ Math.floor(Math.random() * 1e9) }}', '=At {{ $now.toMillis() }}'])(
	'Retry On Fail sends no accepted row again where each try gives it another text: %s',
	async (message) => {
		const line = { rows: 4, node: RETRY, fault: [strikes(2, REFUSED)], error: '…', requests: 4 };
		await check({ ...line, other: { message } }, IN_TWOS);
		for (const row of [0, 1]) expect(timesSentTo(numberOf(row))).toBe(1);
	},
);

test('a 429 lets the batch wait as Retry-After says, and those behind it too', async () => {
	const fault = [strikes(0, { kind: 'tooManyRequests', retryAfter: 1 }, 1)];
	await check({ rows: 4, fault, ends: '4 accepted', asks: '0,1 0,1 2,3', sent: 4 }, IN_TWOS);
	const [first = 0, second = 0] = sandbox()
		.requests()
		.map(({ at }) => Date.parse(at));
	expect(second - first).toBeGreaterThanOrEqual(995);
});

describe('stopping the execution', () => {
	/** It ends by the Stop. */
	const slow = [strikes(2, { kind: 'delay', ms: 60_000 })];
	/** Ten rows in twos, stopped once so many requests have arrived. */
	const stopped = (requests: number, line: Line) =>
		check(
			{ ...line, rows: 10, more: { started: stopAt(requests) }, error: '…cancelled…' },
			IN_TWOS,
		);

	test.each([
		['in stop mode', {}],
		['with Retry On Fail', RETRY],
	])('sends no further batch %s, and still reports what was accepted', async (_, node) => {
		sandbox().setFaults(slow);
		const started = stopAt(2);
		const { run: whole } = await run(IN_TWOS({}), { rows: rowsFor(10), node, started });
		await wait(400);
		expect(sandbox().requests()).toHaveLength(2);
		expect(everythingIn(whole.data)).toContain(idOf(0));
	});

	test('leaves all batches on their way unknown', async () => {
		let cancel: () => void = () => undefined;
		let arrived = 0;
		const { url: smsBaseUrl } = await front({
			arrives: () => void (++arrived === 3 && cancel()),
			until: async () => await new Promise(() => undefined),
		});
		const options = { speed: { batchSize: 2, parallelRequests: 3 } };
		const more = {
			started: (execution: { cancel(): void }) => void (cancel = () => execution.cancel()),
		};
		const line = { options, rows: 10, node: CONTINUE, login: { smsBaseUrl }, more };
		await check({ ...line, error: '…cancelled…', ends: '6 unknown, 4 notSent' }, IN_TWOS);
	});

	test.each<[string, Line]>([
		['after a 429', { fault: { kind: 'tooManyRequests', retryAfter: 60 } }],
		// An hour: it ends by the Stop or, for jest, never.
		['of the Batch Interval', { options: { speed: { batchSize: 2, batchInterval: 3_600_000 } } }],
	])('ends the wait %s', async (_, line) => {
		const { items } = await stopped(1, { ...line, node: CONTINUE, asks: '0,1' });
		expect(outcomesOf(items).slice(2)).toEqual(times(8, 'notSent'));
	});
});
