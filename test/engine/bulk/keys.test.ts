import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

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
import { deduplicator } from '../stage/deduplicator.ts';
import type { RunResult } from '../stage/engine.ts';
import { gateway, sendJson } from '../stage/gateway.ts';
import { fronts, afterwards } from '../stage/front.ts';

const { sandbox, credentials, run } = gateway();

const store = deduplicator();

const later = afterwards();
const front = fronts(sandbox);

const REFUSED: FaultAction = { kind: 'status', status: 400 };
const LOST: FaultAction = { kind: 'drop', when: 'after' };

const KEYED = {
	speed: { values: { batchSize: 2 } },
	sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } },
};
const keyed = (options: INodeParameters = {}, more: INodeParameters = {}) =>
	bulk(merged(KEYED, options), more);
/** One row for each of these keys, with a number of its own. */
const rowsWith = (...keys: unknown[]): IDataObject[] =>
	rowsFor(keys.length).map((row, index) => ({ ...row, key: keys[index] as string }));
const strike = (row: number, fault: FaultAction, more: { times?: number } = {}) =>
	sandbox().setFaults([{ match: { destination: numberOf(row) }, fault, ...more }]);
const sent = () => batchesAt(sandbox()).flat();

describe('a row whose unique key was used in an earlier execution', () => {
	test('is a duplicate, and no error in stop mode: it is not sent again', async () => {
		const rows = rowsWith('A-1', 'A-2', 'A-3');
		const first = await run(keyed(), { rows });
		expect(outcomesOf(first.items)).toEqual(times(3, 'accepted'));
		const { items, error } = await run(keyed(), { rows });
		expect(error).toBeUndefined();
		expect(sandbox().messages()).toHaveLength(3);
		expect(batchesAt(sandbox())).toHaveLength(2);
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		expect(items.map(({ json }) => json)).toEqual(
			rows.map(({ to }) => ({
				outcome: 'duplicate',
				messageId: null,
				source: '3000',
				destination: to,
				encoding: 'GSM-7',
				parts: 1,
				batch: null,
			})),
		);
	});

	test('stays on the regular output where there is one for errors', async () => {
		await run(keyed(), { rows: rowsWith('A-1') });
		const { items, errorItems } = await run(keyed(), {
			rows: rowsWith('A-1'),
			node: ERROR_OUTPUT,
		});
		expect(outcomesOf(items)).toEqual(['duplicate']);
		expect(errorItems).toEqual([]);
	});

	test('does not keep the others back, wherever it stands', async () => {
		await run(keyed(), { rows: rowsWith('A-1', 'A-2') });
		sandbox().reset();
		const { items } = await run(keyed(), { rows: rowsWith('B-1', 'A-1', 'B-2', 'A-2', 'B-3') });
		expect(outcomesOf(items)).toEqual([
			'accepted',
			'duplicate',
			'accepted',
			'duplicate',
			'accepted',
		]);
		expect(sent()).toEqual([0, 2, 4].map(numberOf));
	});

	test('counts also where the outcome of its message is unknown', async () => {
		strike(1, LOST);
		const { items } = await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-3'), node: CONTINUE });
		expect(outcomesOf(items)).toEqual(['unknown', 'unknown', 'accepted']);
		const rows = rowsWith('A-1', 'A-2', 'A-3', 'A-4');
		const again = await run(keyed({ speed: { values: { batchSize: 1 } } }), { rows });
		expect(again.error?.message).toContain('an earlier execution may have sent this item');
		// It keeps none of the others back.
		expect(sent()).toEqual(numbers(4));
		const { items: later } = await run(keyed(), { rows, node: CONTINUE });
		expect(outcomesOf(later)).toEqual(['unknown', 'unknown', 'duplicate', 'duplicate']);
		sandbox().setFaults([]);
		const { items: resent } = await run(keyed({ resendUnknown: true }), { rows });
		expect(outcomesOf(resent)).toEqual(['accepted', 'accepted', 'duplicate', 'duplicate']);
		const { items: last } = await run(keyed({ resendUnknown: true }), { rows });
		expect(outcomesOf(last)).toEqual(times(4, 'duplicate'));
	});

	test('may be sent again where the service refused it', async () => {
		strike(1, REFUSED, { times: 1 });
		await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-3'), node: CONTINUE });
		const { items } = await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-3') });
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'duplicate']);
		for (const to of numbers(3)) expect(timesSentTo(sandbox(), to)).toBe(1);
	});

	test('may be sent again where none of the service’s addresses could be reached', async () => {
		const server = await front();
		await server.close();
		// By its name: where it has several addresses, Node gives one error for all of them.
		const smsBaseUrl = server.url.replace('127.0.0.1', 'localhost');
		const rows = rowsWith('A-1', 'A-2');
		const { items } = await run(keyed(), {
			rows,
			node: CONTINUE,
			credentials: credentials({ smsBaseUrl }),
		});
		expect(outcomesOf(items)).toEqual(times(2, 'rejected'));
		expect(outcomesOf((await run(keyed(), { rows })).items)).toEqual(times(2, 'accepted'));
	});

	test('may be sent again where it was not sent, because an earlier batch failed', async () => {
		strike(2, REFUSED, { times: 1 });
		const rows = rowsWith('A-1', 'A-2', 'A-3', 'A-4', 'A-5');
		const failed = await run(keyed(), { rows });
		expect(failed.error?.description).toContain('1 not sent (item 4)');
		const { items } = await run(keyed(), { rows });
		expect(outcomesOf(items)).toEqual([...times(2, 'duplicate'), ...times(3, 'accepted')]);
		for (const to of numbers(5)) expect(timesSentTo(sandbox(), to)).toBe(1);
	});

	test('is told in the error of a run that another row ends', async () => {
		await run(keyed(), { rows: rowsWith('A-1', 'A-2') });
		strike(3, REFUSED);
		const { error } = await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-3', 'A-4') });
		expect(error?.description).toContain(
			'Nothing was sent; 4 rows: 2 duplicate (items 0–1), 2 rejected (items 2–3).',
		);
	});

	test('belongs to the same node only', async () => {
		await run(keyed(), { rows: rowsWith('A-1') });
		const { items } = await run(keyed(), { rows: rowsWith('A-1'), node: { id: 'another' } });
		expect(outcomesOf(items)).toEqual(['accepted']);
	});

	test.each<[string, unknown, unknown]>([
		['a number and the same as text', 1001, '1001'],
		['a text with spaces around it', 'A-1', '  A-1 '],
		['a text with marks around it that nobody sees', 'A-1', '\u200eA-1\ufeff\u200f '],
	])('is recognised: %s', async (_, before, after) => {
		await run(keyed(), { rows: rowsWith(before) });
		const { items } = await run(keyed(), { rows: rowsWith(after) });
		expect(outcomesOf(items)).toEqual(['duplicate']);
	});

	test.each<[string, unknown, unknown]>([
		['in another case', 'a-1', 'A-1'],
		['with leading zeros', '001', '1'],
		['with other digits', '۱۲۳', '123'],
	])('is another key %s', async (_, before, after) => {
		await run(keyed(), { rows: rowsWith(before) });
		const { items } = await run(keyed(), { rows: rowsWith(after) });
		expect(outcomesOf(items)).toEqual(['accepted']);
	});

	test('does not wait for the Batch Interval', async () => {
		const rows = rowsWith('A-1', 'A-2', 'A-3', 'A-4');
		await run(keyed(), { rows });
		// Longer than this test may take.
		const { items } = await run(keyed({ speed: { values: { batchInterval: 60_000 } } }), { rows });
		expect(outcomesOf(items)).toEqual(times(4, 'duplicate'));
	});
});

describe('keys', () => {
	test('are recorded before their message leaves', async () => {
		const recorded: Array<[string, boolean]> = [];
		const server = await front({
			arrives: (body) => {
				const { data } = JSON.parse(body) as { data: Array<{ message: string }> };
				for (const { message } of data) recorded.push([message, store.has(message)]);
			},
		});
		store.latency = 20;
		const { error } = await run(
			keyed({ speed: { values: { parallelRequests: 2 } } }, { message: '={{ $json.key }}' }),
			{
				rows: rowsWith('A-1', 'A-2', 'A-3', 'A-4', 'A-5'),
				credentials: credentials({ smsBaseUrl: server.url }),
			},
		);
		expect(error).toBeUndefined();
		expect(recorded.sort()).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map((key) => [key, true]));
	});

	test('are recorded batch by batch: those of rows that never leave are not', async () => {
		strike(0, REFUSED);
		await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-3', 'A-4') });
		expect(['A-1', 'A-2', 'A-3', 'A-4'].filter((key) => store.has(key))).toEqual([]);
		const asked = new Set(store.calls.flatMap(({ keys }) => keys));
		expect(['A-1', 'A-2', 'A-3', 'A-4'].filter((key) => asked.has(key))).toEqual(['A-1', 'A-2']);
	});

	test('are kept in the scope of the node, at least a hundred thousand', async () => {
		await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-3') });
		const calls = store.calls.filter(({ keys }) => keys.includes('A-1'));
		expect(calls.length).toBeGreaterThan(0);
		for (const { scope, options } of calls) {
			expect(scope).toBe('node');
			expect(options.mode).toBe('entries');
			// More, for the marks of messages on their way: they must not push out keys before their time.
			expect(options.maxEntries).toBeGreaterThanOrEqual(100_000);
		}
	});

	test('of a second and a first row with the same key in one request: the second is a duplicate', async () => {
		const { items } = await run(keyed({ speed: { values: { batchSize: 10 } } }), {
			rows: rowsWith('A-1', 'A-1', 'A-2', 'A-1'),
		});
		expect(outcomesOf(items)).toEqual(['accepted', 'duplicate', 'accepted', 'duplicate']);
		expect(batchesAt(sandbox())).toEqual([[numberOf(0), numberOf(2)]]);
	});

	test('of rows in different requests: the later one is a duplicate', async () => {
		const { items } = await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-1', 'A-3') });
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'duplicate', 'accepted']);
		expect(batchesAt(sandbox())).toEqual([[numberOf(0), numberOf(1)], [numberOf(3)]]);
	});

	test.each([
		['one request', 10, [[0, 2], [1]]],
		['different requests', 1, [[0], [1], [2]]],
	])(
		'of rows in %s: the second one is sent where the first is refused and the node continues',
		async (_, batchSize, requests) => {
			strike(0, REFUSED);
			const { items } = await run(keyed({ speed: { values: { batchSize } } }), {
				rows: rowsWith('A-1', 'A-1', 'A-2'),
				node: CONTINUE,
			});
			expect(batchesAt(sandbox())).toEqual(requests.map((request) => request.map(numberOf)));
			expect(outcomesOf(items)).toEqual([
				'rejected',
				'accepted',
				batchSize === 1 ? 'accepted' : 'rejected',
			]);
		},
	);

	test('of a row whose like is unknown: it is unknown too, because that may have been sent', async () => {
		strike(0, LOST);
		const { items } = await run(keyed({ speed: { values: { batchSize: 10 } } }), {
			rows: rowsWith('A-1', 'A-1'),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(['unknown', 'unknown']);
	});

	test('of a row whose like failed: it is not sent in stop mode', async () => {
		strike(0, REFUSED);
		const { error } = await run(keyed({ speed: { values: { batchSize: 10 } } }), {
			rows: rowsWith('A-1', 'A-1'),
		});
		expect(error?.description).toContain('1 rejected (item 0), 1 not sent (item 1)');
		expect(sent()).toEqual([numberOf(0)]);
	});

	test('that many rows share are sent once, also with requests in parallel', async () => {
		sandbox().setFaults([{ fault: { kind: 'delay', ms: 30 } }]);
		const { items } = await run(
			keyed({ speed: { values: { batchSize: 1, parallelRequests: 5 } } }),
			{
				rows: rowsWith(...times(20, 'A-1')),
			},
		);
		expect(sandbox().messages()).toHaveLength(1);
		expect(outcomesOf(items).filter((outcome) => outcome === 'accepted')).toHaveLength(1);
		expect(outcomesOf(items).filter((outcome) => outcome === 'duplicate')).toHaveLength(19);
	});

	test('that many rows share find another row where the first are refused', async () => {
		sandbox().setFaults([
			{ fault: { kind: 'delay', ms: 30 } },
			...[0, 1, 2].map((row) => ({ match: { destination: numberOf(row) }, fault: REFUSED })),
		]);
		const { items } = await run(
			keyed({ speed: { values: { batchSize: 1, parallelRequests: 5 } } }),
			{
				rows: rowsWith(...times(10, 'A-1')),
				node: CONTINUE,
			},
		);
		expect(sandbox().messages()).toHaveLength(1);
		const outcomes = outcomesOf(items);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
		// Those that were tried before one was taken; in which order, nobody promises.
		expect(outcomes.filter((outcome) => outcome === 'rejected').length).toBeLessThanOrEqual(3);
		expect(outcomes).not.toContain('notSent');
	});

	test('that are empty make a row wrong, and nothing is sent', async () => {
		for (const empty of ['', '   ', null, undefined]) {
			const { error } = await run(keyed(), { rows: rowsWith('A-1', empty) });
			expect(error?.message).toBe("'Send Once → Key' of item 1 is empty");
		}
		expect(sandbox().requests()).toEqual([]);
		expect(store.calls).toEqual([]);
	});

	test.each([[1.5], [true], [{ a: 1 }], [['A-1']], [9007199254740993]])(
		'that can be none make a row wrong: %j',
		async (key) => {
			const { error } = await run(keyed(), { rows: rowsWith('A-1', key) });
			expect(error?.message).toContain("'Send Once → Key' of item 1 holds");
			expect(sandbox().requests()).toEqual([]);
		},
	);

	test('that n8n does not evaluate, because the field is no expression, are refused', async () => {
		const { error } = await run(
			bulk({ sendOnce: { values: { by: 'key', key: '{{ $json.key }}' } } }),
			{ rows: rowsWith('A-1') },
		);
		expect(error?.message).toBe(
			'\'Send Once → Key\' of item 0 holds "{{ $json.key }}", which n8n did not evaluate',
		);
		expect(error?.description).toContain("from 'Fixed' to 'Expression'");
		expect(sandbox().requests()).toEqual([]);
	});

	test('that are more than n8n keeps are refused before anything is sent', async () => {
		const rows = Array.from({ length: 100_001 }, (_, index) => ({
			to: numberOf(index),
			text: 'x',
		}));
		const { error } = await run(
			bulk({
				sendOnce: { values: { by: 'key', key: '={{ $json.to }}' } },
				speed: { values: { batchSize: 10_000 } },
			}),
			{
				rows,
			},
		);
		expect(error?.message).toBe(
			"This run has 100,001 different keys of 'Send Once', and n8n keeps the last 100,000 of a node, so nothing was sent",
		);
		expect(error?.description).toContain('give each part of up to 100,000 to a copy of this node');
		expect(sandbox().requests()).toEqual([]);
		expect(store.calls).toEqual([]);
	});

	test('that are too many beside what counts the messages of numbers are refused', async () => {
		const rows = Array.from({ length: 75_001 }, (_, index) => ({
			to: numberOf(index),
			text: 'x',
		}));
		const options = {
			sendOnce: { values: { by: 'key', key: '={{ $json.to }}' } },
			limits: { values: { maxPerNumber: 1 } },
			speed: { values: { batchSize: 10_000 } },
		};
		const { error } = await run(bulk(options), { rows });
		expect(error?.message).toBe(
			"This run has 75,001 different keys of 'Send Once' and 75,001 messages for 'Max per Number' to count, more than n8n keeps of a node, so nothing was sent",
		);
		expect(error?.description).toContain('give each part of up to 50,000 to a copy of this node');
		expect(sandbox().requests()).toEqual([]);
	});

	test('that push out those of earlier runs are counted in the hint, which says what that means', async () => {
		const old = Array.from({ length: 309_997 }, (_, index) => `old ${index}`);
		store.restore(new Map([['test n:2', old]]));
		const { hints } = await run(keyed(), { rows: rowsWith('A-1', 'A-2', 'A-3', 'A-4') });
		expect(hints[0]?.message).toMatch(
			/ n8n keeps the last 100,000 keys of a node, so running earlier rows again would send up to 3 of them once more\.$/,
		);
		const { hints: none } = await run(bulk(), { rows: rowsFor(2) });
		expect(none[0]?.message).not.toContain('keys');
	});

	test('of wrong rows that are skipped are not recorded', async () => {
		const rows = rowsWith('A-1', 'A-2', '');
		Object.assign(rows[1] ?? {}, { to: 'nobody' });
		const { items } = await run(keyed({ invalidRows: 'skip' }), { rows });
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'rejected']);
		expect(store.has('A-1')).toBe(true);
		expect(store.has('A-2')).toBe(false);
		const corrected = await run(keyed(), { rows: rowsWith('A-1', 'A-2') });
		expect(outcomesOf(corrected.items)).toEqual(['duplicate', 'accepted']);
	});

	test('of a dry run are not recorded; a second row with one is shown as a duplicate', async () => {
		const { items } = await run(keyed({ dryRun: true }), { rows: rowsWith('A-1', 'A-2', 'A-1') });
		expect(outcomesOf(items)).toEqual(['dryRun', 'dryRun', 'duplicate']);
		expect(['A-1', 'A-2'].map((key) => store.has(key))).toEqual([false, false]);
		const { items: real } = await run(keyed(), { rows: rowsWith('A-1', 'A-2') });
		expect(outcomesOf(real)).toEqual(times(2, 'accepted'));
	});

	test('of a large dry run are not looked up, and its hint says so', async () => {
		const most = Array.from({ length: 5000 }, (_, index) => `A-${index}`);
		const hintFor = async (keys: string[]) =>
			(await run(keyed({ dryRun: true }), { rows: rowsWith(...keys) })).hints[0]?.message;
		expect(await hintFor(most)).not.toContain('looked up');
		expect(await hintFor([...most, 'one more'])).toContain(
			'Sent for real, it would leave out what was sent before, which a dry run looks up for 5,000 keys at the most.',
		);
	});

	test('are not asked for where the option is not there', async () => {
		await run(bulk({}), { rows: rowsWith('A-1', 'A-1') });
		expect(sandbox().messages()).toHaveLength(2);
		expect(store.calls).toEqual([]);
	});

	test('written out and the same for several rows are an error, and nothing is sent', async () => {
		const { error } = await run(bulk({ sendOnce: { values: { by: 'key', key: 'A-1' } } }), {
			rows: rowsFor(2),
		});
		expect(error?.message).toContain("'Send Once → Key' is ");
		expect(sandbox().requests()).toEqual([]);
		expect(store.calls).toEqual([]);
		const { items } = await run(bulk({ sendOnce: { values: { by: 'key', key: 'A-1' } } }), {
			rows: rowsFor(1),
		});
		expect(outcomesOf(items)).toEqual(['accepted']);
		expect(store.has('A-1')).toBe(true);
	});

	test('are refused for messages from JSON, which have no value that differs', async () => {
		const list = [{ source: '3000', destination: numberOf(0), message: 'x' }];
		const { error } = await run(
			sendJson(JSON.stringify([...list, ...list]), {
				options: { sendOnce: { values: { by: 'key', key: 'A-1' } } },
			}),
			{ rows: [{}, {}] },
		);
		expect(error?.message).toContain("'Send Once → By' can't be Key where 'Messages From' is JSON");
		expect(error?.description).toContain('Choose Campaign.');
		expect(sandbox().requests()).toEqual([]);
		expect(store.calls).toEqual([]);
	});
});

describe('keys and Retry On Fail', () => {
	test('leave accepted what was accepted in an earlier try, with its id', async () => {
		strike(2, REFUSED, { times: 1 });
		const { items, error } = await run(keyed(), {
			rows: rowsWith('A-1', 'A-2', 'A-3', 'A-4', 'A-5'),
			node: RETRY,
		});
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(times(5, 'accepted'));
		expect(items.map(({ json }) => json.messageId)).toEqual(
			numbers(5).map((to) => messageTo(sandbox(), to)?.id),
		);
		expect(sandbox().messages()).toHaveLength(5);
	});

	test('leave a second row with a key a duplicate in each try', async () => {
		strike(2, REFUSED, { times: 1 });
		const { items } = await run(keyed(), {
			rows: rowsWith('A-1', 'A-1', 'A-3', 'A-4'),
			node: RETRY,
		});
		expect(outcomesOf(items)).toEqual(['accepted', 'duplicate', 'accepted', 'accepted']);
	});

	test('never send an unknown row again, not even with Resend Unknown', async () => {
		strike(0, { kind: 'drop', when: 'before' }, { times: 1 });
		const { items } = await run(keyed({ resendUnknown: true }), {
			rows: rowsWith('A-1', 'A-2', 'A-3'),
			node: { ...CONTINUE, ...RETRY },
		});
		expect(outcomesOf(items)).toEqual(['unknown', 'unknown', 'accepted']);
		expect(batchesAt(sandbox())).toHaveLength(2);
		const later = await run(keyed({ resendUnknown: true }), {
			rows: rowsWith('A-1', 'A-2', 'A-3'),
			node: RETRY,
		});
		expect(outcomesOf(later.items)).toEqual(['accepted', 'accepted', 'duplicate']);
	});
});

describe('keys of an execution that is stopped', () => {
	const stopAfter = async (
		requests: number,
		rows: IDataObject[],
		options: INodeParameters = {},
	): Promise<RunResult> =>
		await run(keyed(options), {
			rows,
			node: CONTINUE,
			started: (execution) => {
				const watch = setInterval(() => {
					if (sandbox().requests().length < requests) return;
					clearInterval(watch);
					execution.cancel();
				}, 5);
				later(() => clearInterval(watch));
			},
		});
	const asked = () => store.calls.flatMap(({ keys }) => keys);

	test('are free for the rows that were not sent, and used for those on their way', async () => {
		strike(2, { kind: 'delay', ms: 200 });
		const rows = rowsWith('A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6');
		const stopped = await stopAfter(2, rows);
		expect(outcomesOf(stopped.items)).toEqual([
			...times(2, 'accepted'),
			...times(2, 'unknown'),
			...times(2, 'notSent'),
		]);
		expect(store.has('A-5')).toBe(false);
		sandbox().setFaults([]);
		const { items } = await run(keyed(), { rows, node: CONTINUE });
		expect(outcomesOf(items)).toEqual([
			...times(2, 'duplicate'),
			...times(2, 'unknown'),
			...times(2, 'accepted'),
		]);
	});

	test('are not asked for where the stop came in the Batch Interval', async () => {
		const rows = rowsWith('A-1', 'A-2', 'A-3');
		const { items } = await stopAfter(1, rows, { speed: { values: { batchInterval: 8000 } } });
		expect(outcomesOf(items).at(-1)).toBe('notSent');
		expect(asked()).not.toContain('A-3');
	});

	test('are free where the stop came while they were recorded', async () => {
		const rows = rowsWith('A-1', 'A-2', 'A-3');
		let cancel: () => void = () => undefined;
		store.latency = 30;
		store.beforeWrite = () => cancel();
		const { items } = await run(keyed({ speed: { values: { batchSize: 10 } } }), {
			rows,
			node: CONTINUE,
			started: (execution) => {
				cancel = () => execution.cancel();
			},
		});
		expect(outcomesOf(items)).toEqual(times(3, 'notSent'));
		expect(sandbox().requests()).toEqual([]);
		expect(['A-1', 'A-2', 'A-3'].filter((key) => store.has(key))).toEqual([]);
	});
});
