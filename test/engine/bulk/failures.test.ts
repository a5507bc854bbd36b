import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../../sandbox/index.ts';
import {
	merged,
	batchesAt,
	bulk,
	messageTo,
	numberOf,
	numbers,
	outcomesOf,
	pairOf,
	rowsFor,
	times,
	timesSentTo,
	CONTINUE,
	ERROR_OUTPUT,
	RETRY,
} from '../stage/rows.ts';
import type { RunResult } from '../stage/engine.ts';
import { everythingIn } from '../stage/everything.ts';
import { fronts, afterwards } from '../stage/front.ts';
import { detailsOf, gateway } from '../stage/gateway.ts';

const { sandbox, credentials, run } = gateway();

const front = fronts(sandbox);
const later = afterwards();

const REFUSED: FaultAction = { kind: 'refuse', code: 1006, message: 'no credit', status: 402 };
/** Lets the batch that holds a row meet a fault. */
const strike = (row: number, fault: FaultAction, more: { times?: number } = {}) =>
	sandbox().setFaults([{ match: { destination: numberOf(row) }, fault, ...more }]);
const inTwos = (options: INodeParameters = {}, more: INodeParameters = {}) =>
	bulk(merged({ speed: { values: { batchSize: 2 } } }, options), more);
/** The destinations of the batches with these numbers, counted from 0, of two rows each. */
const batches = (...indexes: number[]) =>
	indexes.map((index) => [numberOf(2 * index), numberOf(2 * index + 1)]);
const wordsOf = ({ error }: RunResult) => `${error?.message} ${error?.description}`;
const idOf = (row: number) => messageTo(sandbox(), numberOf(row))?.id;

describe('a batch of four that the service refuses for the number of its third row', () => {
	const [, , written = ''] = numbers(4);
	const refused = (said: string): FaultAction => ({
		...{ kind: 'refuse', code: 1010, status: 400, message: `destination "${said}" is refused` },
	});
	const inFours = bulk({ speed: { values: { batchSize: 4 } } });

	test.each([
		['as it was sent', written],
		['without its zero', written.slice(1)],
		['in Persian digits', written.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '')],
	])('has that row named, and the others not sent, with its number %s', async (_, said) => {
		strike(2, refused(said));
		const { items } = await run(inFours, { rows: rowsFor(4), node: CONTINUE });
		expect(outcomesOf(items)).toEqual(['notSent', 'notSent', 'rejected', 'notSent']);
		expect(items[0]?.json.error).toBe(
			'Not sent, because the service refused its request for item 2',
		);
		expect(detailsOf(items[2]).advice).toContain("'Number Format'");
	});

	test('ends the run with the error of that row', async () => {
		strike(2, refused(written));
		const { error } = await run(inFours, { rows: rowsFor(4) });
		expect(error?.message).toContain(`destination "${written}" is refused`);
		expect(error?.context?.itemIndex).toBe(2);
		expect(error?.description).toContain('1 rejected (item 2), 3 not sent (items 0–1, 3)');
	});

	test('has all refused where the words name none of them', async () => {
		strike(2, refused('+1 555'));
		const { items } = await run(inFours, { rows: rowsFor(4), node: CONTINUE });
		expect(outcomesOf(items)).toEqual(times(4, 'rejected'));
	});

	test('is no failure of the service to Stop After Failures', async () => {
		strike(2, refused(written), { times: 1 });
		const options = { limits: { values: { stopAfterFailures: 1 } } };
		const { items } = await run(bulk({ speed: { values: { batchSize: 4 } }, ...options }), {
			rows: rowsFor(8),
			node: CONTINUE,
		});
		expect(outcomesOf(items).slice(4)).toEqual(times(4, 'accepted'));
	});
});

describe('a batch that fails, where the node continues,', () => {
	test('marks only its own rows, each with its destination and what the service said', async () => {
		strike(3, REFUSED);
		const { items, error } = await run(inTwos(), { rows: rowsFor(6), node: CONTINUE });
		expect(error).toBeUndefined();
		expect(batchesAt(sandbox())).toEqual(batches(0, 1, 2));
		expect(items.map(pairOf)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(outcomesOf(items)).toEqual([
			...times(2, 'accepted'),
			...times(2, 'rejected'),
			...times(2, 'accepted'),
		]);
		for (const row of [2, 3]) {
			expect(items[row]?.json).toEqual({
				outcome: 'rejected',
				destination: numberOf(row),
				error: 'The service refused the request: "no credit" (code 1006, HTTP 402)',
				advice: expect.stringContaining('Top up the account'),
				code: '1006',
				httpStatus: 402,
				...rowsFor(6)[row],
			});
		}
		expect(items[4]?.json).toMatchObject({ messageId: idOf(4), batch: 3 });
	});

	test('leaves its rows unknown where it may have been taken, and says so', async () => {
		strike(2, { kind: 'drop', when: 'after' });
		const { items } = await run(inTwos(), { rows: rowsFor(6), node: CONTINUE });
		expect(outcomesOf(items)).toEqual([
			...times(2, 'accepted'),
			...times(2, 'unknown'),
			...times(2, 'accepted'),
		]);
		for (const row of [2, 3]) {
			expect(detailsOf(items[row])).toMatchObject({ destination: numberOf(row) });
			expect(detailsOf(items[row]).advice).toContain('It may have been sent');
		}
	});

	test('gives its rows to the error output, with their own columns', async () => {
		strike(2, REFUSED);
		const rows = rowsFor(5).map((row, index) => ({ ...row, name: `Customer ${index}`, index }));
		const { items, errorItems, error } = await run(inTwos(), { rows, node: ERROR_OUTPUT });
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0, 1, 4]);
		expect(outcomesOf(items)).toEqual(times(3, 'accepted'));
		expect(errorItems.map(pairOf)).toEqual([2, 3]);
		expect(errorItems.map(({ json }) => json)).toEqual(
			[2, 3].map((row) => ({
				...rows[row],
				error: expect.stringContaining('no credit'),
				details: expect.objectContaining({ outcome: 'rejected', destination: numberOf(row) }),
			})),
		);
	});

	test('does not keep the others back with requests in parallel either', async () => {
		strike(5, REFUSED);
		const { items } = await run(inTwos({ speed: { values: { parallelRequests: 4 } } }), {
			rows: rowsFor(12),
			node: CONTINUE,
		});
		expect(items.map(pairOf)).toEqual(numbers(12).map((_, index) => index));
		expect(outcomesOf(items)).toEqual([
			...times(4, 'accepted'),
			...times(2, 'rejected'),
			...times(6, 'accepted'),
		]);
		expect(sandbox().messages()).toHaveLength(10);
	});
});

describe('a batch that fails, in stop mode,', () => {
	test('is the last one, and the error says what was accepted, refused and not sent', async () => {
		strike(3, REFUSED);
		const result = await run(inTwos(), { rows: rowsFor(6) });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1));
		expect(result.items).toEqual([]);
		expect(result.error?.message).toBe(
			'The service refused the request: "no credit" (code 1006, HTTP 402)',
		);
		expect(result.error?.description).toContain(
			`2 accepted (item 0, message id ${idOf(0)}; item 1, message id ${idOf(1)}), 2 rejected (items 2–3), 2 not sent (items 4–5)`,
		);
		expect(result.error?.context).toMatchObject({ itemIndex: 2 });
	});

	test('is the last one also where nobody knows whether it was taken', async () => {
		strike(2, { kind: 'drop', when: 'after' });
		const result = await run(inTwos(), { rows: rowsFor(6) });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1));
		expect(result.error?.description).toContain('It may have been sent');
		expect(result.error?.description).toContain(
			'2 unknown, may have been sent (items 2–3), 2 not sent (items 4–5)',
		);
	});

	test('says that nothing was sent where it is the first one', async () => {
		strike(0, REFUSED);
		const result = await run(inTwos(), { rows: rowsFor(4) });
		expect(wordsOf(result)).toContain(
			'Nothing was sent; 4 rows: 2 rejected (items 0–1), 2 not sent (items 2–3).',
		);
		expect(sandbox().messages()).toEqual([]);
	});

	test('leaves every id of what was accepted in the error, also of many', async () => {
		strike(30, REFUSED);
		const { error } = await run(bulk({ speed: { values: { batchSize: 3 } } }), {
			rows: rowsFor(33),
		});
		const ids = sandbox()
			.messages()
			.map(({ id }) => id);
		expect(ids).toHaveLength(30);
		const words = everythingIn(error);
		expect(ids.filter((id) => !words.includes(id))).toEqual([]);
		const { data } = error?.context as { data: { accepted: unknown } };
		expect(data.accepted).toEqual(ids.map((id, item) => ({ item, ids: [id] })));
	});

	test('with others on their way at once waits for them, and its own error is the one that is shown', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(0) }, fault: { kind: 'delay', ms: 1000 } },
			{ match: { destination: numberOf(2) }, fault: REFUSED },
		]);
		const result = await run(inTwos({ speed: { values: { parallelRequests: 2 } } }), {
			rows: rowsFor(12),
		});
		expect(result.error?.message).toContain('no credit');
		expect(result.error?.description).toContain(
			`2 accepted (item 0, message id ${idOf(0)}; item 1, message id ${idOf(1)})`,
		);
		expect(result.error?.description).toContain('8 not sent (items 4–11)');
		expect(batchesAt(sandbox()).flat().sort()).toEqual(numbers(4));
	});
});

describe('Retry On Fail', () => {
	test('sends only the rows that were not accepted, and returns the first result of the others', async () => {
		strike(2, REFUSED, { times: 1 });
		const { items, error } = await run(inTwos(), { rows: rowsFor(6), node: RETRY });
		expect(error).toBeUndefined();
		expect(batchesAt(sandbox())).toEqual(batches(0, 1, 1, 2));
		expect(outcomesOf(items)).toEqual(times(6, 'accepted'));
		expect(items.map(pairOf)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(items.map(({ json }) => json.messageId)).toEqual([0, 1, 2, 3, 4, 5].map(idOf));
		for (const to of numbers(6)) expect(timesSentTo(sandbox(), to)).toBe(1);
	});

	test('numbers the batches so that rows with the same number were in the same request', async () => {
		strike(2, REFUSED, { times: 2 });
		const { json } = await run(inTwos(), { rows: rowsFor(6), node: RETRY });
		const requestOf = (row: IDataObject) =>
			messageTo(sandbox(), String(row.destination))?.requestId;
		const pairs = new Set(json.map((row) => `${String(row.batch)} ${requestOf(row)}`));
		expect(new Set(json.map(({ batch }) => batch)).size).toBe(3);
		expect(pairs.size).toBe(3);
	});

	test('sends only the failed rows again where the node continues', async () => {
		strike(0, REFUSED, { times: 1 });
		const { items } = await run(inTwos(), { rows: rowsFor(6), node: { ...CONTINUE, ...RETRY } });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1, 2, 0));
		expect(outcomesOf(items)).toEqual(times(6, 'accepted'));
	});

	test('gives up after its tries with the failure of the last one', async () => {
		strike(2, REFUSED);
		const result = await run(inTwos(), { rows: rowsFor(6), node: RETRY });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1, 1, 1));
		expect(result.error?.description).toContain(
			`2 accepted (item 0, message id ${idOf(0)}; item 1, message id ${idOf(1)}), 2 rejected (items 2–3), 2 not sent (items 4–5)`,
		);
	});

	test.each([
		['another text', { message: '=No. {{ Math.random() }}' }],
		['the time as its text', { message: '=At {{ $now.toMillis() }}' }],
	])('sends no accepted row again where each try gives it %s', async (_, more) => {
		strike(2, REFUSED);
		await run(inTwos({}, more), { rows: rowsFor(4), node: RETRY });
		expect(timesSentTo(sandbox(), numberOf(0))).toBe(1);
		expect(timesSentTo(sandbox(), numberOf(1))).toBe(1);
	});

	test('never sends an unknown batch again, nor what stands behind it in stop mode', async () => {
		strike(2, { kind: 'drop', when: 'after' }, { times: 1 });
		const result = await run(inTwos(), { rows: rowsFor(6), node: RETRY });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1));
		expect(result.error?.description).toContain(
			'2 unknown, may have been sent (items 2–3), 2 not sent (items 4–5)',
		);
	});

	test('never sends an unknown batch again where the node continues', async () => {
		strike(0, { kind: 'drop', when: 'after' }, { times: 1 });
		const { items } = await run(inTwos(), { rows: rowsFor(6), node: { ...CONTINUE, ...RETRY } });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1, 2));
		expect(outcomesOf(items)).toEqual([...times(2, 'unknown'), ...times(4, 'accepted')]);
	});

	test('sends an unknown batch again with Resend Unknown', async () => {
		strike(2, { kind: 'drop', when: 'before' }, { times: 1 });
		const { items, error } = await run(inTwos({ resendUnknown: true }), {
			rows: rowsFor(6),
			node: RETRY,
		});
		expect(error).toBeUndefined();
		expect(batchesAt(sandbox())).toEqual(batches(0, 1, 1, 2));
		expect(outcomesOf(items)).toEqual(times(6, 'accepted'));
		for (const to of numbers(6)) expect(timesSentTo(sandbox(), to)).toBe(1);
	});

	test('remembers for its own run only: a second execution sends again', async () => {
		await run(inTwos(), { rows: rowsFor(4), node: RETRY });
		const { items } = await run(inTwos(), { rows: rowsFor(4), node: RETRY });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1, 0, 1));
		expect(items.map(({ json }) => json.batch)).toEqual([1, 1, 2, 2]);
	});
});

describe('a 429', () => {
	test('lets the batch wait as Retry-After says, and those behind it too', async () => {
		strike(0, { kind: 'tooManyRequests', retryAfter: 1 }, { times: 1 });
		const { items, error } = await run(inTwos(), { rows: rowsFor(4) });
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(times(4, 'accepted'));
		expect(batchesAt(sandbox())).toEqual(batches(0, 0, 1));
		const [first = 0, second = 0] = sandbox()
			.requests()
			.map(({ at }) => Date.parse(at));
		expect(second - first).toBeGreaterThanOrEqual(995);
		for (const to of numbers(4)) expect(timesSentTo(sandbox(), to)).toBe(1);
	});

	test('is tried three times more, then its rows are rejected', async () => {
		strike(0, { kind: 'tooManyRequests', retryAfter: 0 });
		const { items } = await run(inTwos(), { rows: rowsFor(4), node: CONTINUE });
		expect(batchesAt(sandbox())).toEqual(batches(0, 0, 0, 0, 1));
		expect(outcomesOf(items)).toEqual([...times(2, 'rejected'), ...times(2, 'accepted')]);
		expect(detailsOf(items[0]).code).toBe('429');
	});

	test('that asks for a wait of hours is not waited for', async () => {
		strike(0, { kind: 'tooManyRequests', retryAfter: 7200 });
		const { items } = await run(inTwos(), { rows: rowsFor(4), node: CONTINUE });
		expect(batchesAt(sandbox())).toEqual(batches(0, 1));
		expect(outcomesOf(items)).toEqual([...times(2, 'rejected'), ...times(2, 'accepted')]);
	});
});

describe('stopping the execution', () => {
	/** Runs ten rows in twos and stops once so many requests have arrived. */
	const stopAfter = async (
		requests: number,
		options: INodeParameters = {},
		node: Partial<INode> = {},
	): Promise<RunResult> =>
		await run(inTwos(options), {
			rows: rowsFor(10),
			node,
			started: (execution) => {
				const watch = setInterval(() => {
					if (sandbox().requests().length < requests) return;
					clearInterval(watch);
					execution.cancel();
				}, 5);
				later(() => clearInterval(watch));
			},
		});
	const slow = (row: number) =>
		sandbox().setFaults([
			{ match: { destination: numberOf(row) }, fault: { kind: 'delay', ms: 200 } },
		]);

	test.each([
		['in stop mode', {}],
		['where the node continues', CONTINUE],
		['with Retry On Fail', RETRY],
	])('sends no further batch %s', async (_, node) => {
		slow(2);
		await stopAfter(2, {}, node);
		await wait(400);
		expect(batchesAt(sandbox())).toEqual(batches(0, 1));
	});

	test('leaves the batch on its way unknown and the rest not sent', async () => {
		slow(2);
		const { items } = await stopAfter(2, {}, CONTINUE);
		expect(items.map(pairOf)).toEqual(numbers(10).map((_, index) => index));
		expect(outcomesOf(items)).toEqual([
			...times(2, 'accepted'),
			...times(2, 'unknown'),
			...times(6, 'notSent'),
		]);
		expect(items[0]?.json.messageId).toBe(idOf(0));
		expect(items[9]?.json.error).toContain('the execution was stopped');
	});

	test('leaves all batches on their way unknown', async () => {
		let cancel: () => void = () => undefined;
		let arrived = 0;
		const { url: smsBaseUrl } = await front({
			arrives: () => void (++arrived === 3 && cancel()),
			until: async () => await new Promise(() => undefined),
		});
		const { items } = await run(inTwos({ speed: { values: { parallelRequests: 3 } } }), {
			rows: rowsFor(10),
			node: CONTINUE,
			credentials: credentials({ smsBaseUrl }),
			started: (execution) => (cancel = () => execution.cancel()),
		});
		expect(outcomesOf(items)).toEqual([...times(6, 'unknown'), ...times(4, 'notSent')]);
	});

	test('still reports what was accepted, in stop mode too', async () => {
		slow(2);
		const { run: whole } = await stopAfter(2);
		expect(everythingIn(whole.data)).toContain(idOf(0));
	});

	test.each<[string, INodeParameters, FaultAction[]]>([
		['after a 429', {}, [{ kind: 'tooManyRequests', retryAfter: 8 }]],
		['of the Batch Interval', { speed: { values: { batchInterval: 8000 } } }, []],
	])('ends the wait %s', async (_, options, faults) => {
		sandbox().setFaults(faults.map((fault) => ({ fault })));
		const { items } = await stopAfter(1, options, CONTINUE);
		expect(batchesAt(sandbox())).toEqual(batches(0));
		expect(outcomesOf(items).slice(2)).toEqual(times(8, 'notSent'));
	});
});

describe('what may have been sent', () => {
	const RESEND: INodeParameters = { resendUnknown: true };
	const lostThenRefused = () =>
		sandbox().setFaults([
			{ match: { destination: numberOf(0) }, fault: { kind: 'drop', when: 'after' }, times: 1 },
			{ match: { destination: numberOf(0) }, fault: REFUSED },
		]);

	test('stays unknown where sending it again was refused', async () => {
		lostThenRefused();
		const node = { ...CONTINUE, ...RETRY };
		const { items } = await run(inTwos(RESEND), { rows: rowsFor(4), node });
		expect(outcomesOf(items)).toEqual(['unknown', 'unknown', 'accepted', 'accepted']);
		expect(timesSentTo(sandbox(), numberOf(0))).toBe(1);
	});

	test('stays unknown in the words of stop mode, and nothing is said to be refused', async () => {
		lostThenRefused();
		const { error } = await run(inTwos(RESEND), { rows: rowsFor(4), node: RETRY });
		expect(error?.description).toContain('2 unknown, may have been sent (items 0–1)');
		expect(error?.description).not.toContain('Rejected');
		expect(error?.description).not.toContain('Nothing was sent.');
	});
});

test('a time-out as text from an expression is kept', async () => {
	strike(0, { kind: 'delay', ms: 700 });
	const { items } = await run(inTwos({}, { requestOptions: { timeout: '={{ $json.limit }}' } }), {
		rows: rowsFor(4).map((row) => ({ ...row, limit: '300' })),
		node: CONTINUE,
	});
	expect(outcomesOf(items)).toEqual(['unknown', 'unknown', 'accepted', 'accepted']);
});
