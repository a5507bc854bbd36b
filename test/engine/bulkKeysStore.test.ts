import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject, IDeduplicationOutput, INode, INodeParameters } from 'n8n-workflow';

import { startDeduplicator } from './deduplicator.ts';
import type { Call, MemoryDeduplicator } from './deduplicator.ts';
import { detailsOf, gateway } from './gateway.ts';
import { startFront } from './bulkFront.ts';
import {
	batchesAt,
	bulk,
	numberOf,
	numbers,
	outcomesOf,
	rowsFor,
	times,
	timesSentTo,
} from './bulkRows.ts';

const { sandbox, credentials, run } = gateway();

let store: MemoryDeduplicator;
beforeAll(async () => {
	store = await startDeduplicator();
});
beforeEach(() => store.reset());

const cleanups: Array<() => Promise<void>> = [];
afterEach(async () => {
	for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const keyed = (options: INodeParameters = {}) =>
	bulk({ batchSize: 2, uniqueKey: '={{ $json.key }}', ...options });
const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `A-${index}`);
const rowsWith = (...keys: string[]): IDataObject[] =>
	rowsFor(keys.length).map((row, index) => ({ ...row, key: keys[index] as string }));
const refuse = (row: number, more: { times?: number } = {}) =>
	sandbox().setFaults([
		{ match: { destination: numberOf(row) }, fault: { kind: 'status', status: 400 }, ...more },
	]);
/** Lets the store fail for the calls that `fails` picks. */
const failing = (fails: (call: Call, number: number) => boolean, words = 'database is locked') => {
	let number = 0;
	store.beforeRead = (call) => {
		if (fails(call, number++)) throw new Error(words);
	};
};

describe('a store that fails', () => {
	test('keeps everything back in stop mode, and the error says what to do', async () => {
		failing(() => true);
		const { error, items } = await run(keyed(), { rows: rowsWith(...keysOf(5)) });
		expect(sandbox().requests()).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toBe("Not sent, because n8n could not record its 'Unique Key'");
		expect(error?.description).toContain(
			'Run it again; a workflow that was never saved has to be saved first.',
		);
		expect(error?.description).toContain('database is locked');
		expect(error?.description).toContain('Refused: 2 (items 0–1). Not sent: 3 (items 2–4).');
	});

	test('rejects every row where the node continues', async () => {
		failing(() => true);
		const { items } = await run(keyed(), { rows: rowsWith(...keysOf(3)), node: CONTINUE });
		expect(sandbox().requests()).toEqual([]);
		expect(outcomesOf(items)).toEqual(times(3, 'rejected'));
		for (const [index, item] of items.entries()) {
			expect(item.json.error).toContain("'Unique Key'");
			expect(detailsOf(item).advice).toContain('database is locked');
			expect(detailsOf(item).destination).toBe(numberOf(index));
		}
	});

	test('for one batch rejects the rows of that batch only, where the node continues', async () => {
		failing((_call, number) => number === 1);
		const { items } = await run(keyed(), { rows: rowsWith(...keysOf(6)), node: CONTINUE });
		expect(outcomesOf(items)).toEqual([
			...times(2, 'accepted'),
			...times(2, 'rejected'),
			...times(2, 'accepted'),
		]);
		expect(sandbox().messages()).toHaveLength(4);
	});

	test('once is no harm with Retry On Fail: every row is sent once', async () => {
		failing((_call, number) => number === 1);
		const { items, error } = await run(keyed(), { rows: rowsWith(...keysOf(6)), node: RETRY });
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(times(6, 'accepted'));
		for (const to of numbers(6)) expect(timesSentTo(sandbox(), to)).toBe(1);
	});

	test('when all was sent changes nothing', async () => {
		failing((_call, number) => number >= 2);
		const { items, error } = await run(keyed(), { rows: rowsWith(...keysOf(4)) });
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(times(4, 'accepted'));
	});

	test('with a unique constraint at its first record is asked again', async () => {
		// As where another worker has made the node's first record between reading and writing.
		let inserts = 0;
		store.beforeWrite = () => {
			if (inserts++ > 0) return;
			throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.context');
		};
		const { items, error } = await run(keyed(), { rows: rowsWith(...keysOf(3)) });
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(times(3, 'accepted'));
		expect(inserts).toBeGreaterThan(1);
	});

	test('with a unique constraint each time is not asked for ever', async () => {
		store.beforeWrite = () => {
			throw new Error('duplicate key value violates unique constraint "pk"');
		};
		const { error } = await run(keyed(), { rows: rowsWith('A-1') });
		expect(error?.message).toContain("'Unique Key'");
		expect(store.calls).toHaveLength(2);
		expect(sandbox().requests()).toEqual([]);
	});

	test('when a refused row is to be freed is told in the advice for that row', async () => {
		refuse(1);
		failing(({ method }) => method === 'remove');
		const { items } = await run(keyed(), { rows: rowsWith(...keysOf(4)), node: CONTINUE });
		expect(outcomesOf(items)).toEqual([...times(2, 'rejected'), ...times(2, 'accepted')]);
		for (const item of items.slice(0, 2)) {
			expect(detailsOf(item).advice).toMatch(/^It was not sent\. /);
			expect(detailsOf(item).advice).toContain(
				'Its unique key could not be freed (database is locked): give the row another one before you send it again.',
			);
		}
	});

	test('when a refused row is to be freed is told in the error of a run that stops', async () => {
		refuse(1);
		failing(({ method }) => method === 'remove');
		const { error } = await run(keyed(), { rows: rowsWith(...keysOf(4)) });
		expect(error?.description).toContain('Its unique key could not be freed (database is locked)');
	});

	test('when a refused row is to be freed does not make it look sent in the next try', async () => {
		refuse(1, { times: 1 });
		failing(({ method }) => method === 'remove');
		const result = await run(keyed(), { rows: rowsWith(...keysOf(2)), node: RETRY });
		// Sent by the retry, or still a failure: but not a duplicate of a message that never was.
		const told = result.error === undefined ? outcomesOf(result.items) : ['an error'];
		expect(told).not.toContain('duplicate');
	});
});

describe('two executions of a node at the same moment', () => {
	test('send each key once between them', async () => {
		sandbox().setFaults([{ fault: { kind: 'delay', ms: 20 } }]);
		store.latency = 5;
		const rows = rowsWith(...keysOf(30));
		const options = { batchSize: 4, parallelRequests: 2 };
		const [one, two] = await Promise.all([
			run(keyed(options), { rows }),
			run(keyed(options), { rows: [...rows].reverse() }),
		]);
		for (const to of numbers(30)) expect(timesSentTo(sandbox(), to)).toBe(1);
		expect(one.error ?? two.error).toBeUndefined();
		const outcomes = [...outcomesOf(one.items), ...outcomesOf(two.items)];
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(30);
		expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(30);
		expect(keysOf(30).every((key) => store.has(key))).toBe(true);
	});

	test('with keys of their own lose none of them in the store', async () => {
		store.latency = 5;
		const keys = keysOf(24);
		const rows = rowsWith(...keys);
		await Promise.all([
			run(keyed(), { rows: rows.slice(0, 8) }),
			run(keyed(), { rows: rows.slice(8, 16) }),
			run(keyed(), { rows: rows.slice(16) }),
		]);
		expect(sandbox().messages()).toHaveLength(24);
		expect(keys.filter((key) => !store.has(key))).toEqual([]);
	});

	test('leave a key free that one of them asked for while the message of the other was refused', async () => {
		sandbox().setFaults([
			{
				match: { destination: numberOf(0) },
				times: 1,
				fault: { kind: 'status', status: 400 },
			},
			{ match: { destination: numberOf(2) }, fault: { kind: 'delay', ms: 600 } },
		]);
		const rows = rowsWith('K', 'K', 'other');
		let otherStarted: (value: Promise<unknown>) => void = () => undefined;
		const other = new Promise<unknown>((resolve) => {
			otherStarted = resolve;
		});
		const server = await startFront(sandbox, {
			delay: 0,
			// Refused only when the other execution has asked for the key.
			until: async () => {
				const asked = () =>
					store.calls.filter(({ method, keys }) => method === 'record' && keys.includes('K'));
				while (asked().length < 2) await wait(5);
			},
			// The second execution begins when the first one's message is on its way, and ends later.
			arrives: () => otherStarted(run(keyed({ batchSize: 1 }), { rows: rows.slice(1) })),
		});
		cleanups.push(server.close);
		const first = await run(keyed({ batchSize: 1 }), {
			rows: rows.slice(0, 1),
			node: CONTINUE,
			credentials: credentials({ smsBaseUrl: server.url }),
		});
		expect(outcomesOf(first.items)).toEqual(['rejected']);
		await other;
		expect(store.has('other')).toBe(true);
		const { items } = await run(keyed(), { rows: rows.slice(0, 1) });
		expect(outcomesOf(items)).toEqual(['accepted']);
	});
});

// n8n reads and writes the keys of a node as a whole, without a lock: n8n-core offers nothing better.
describe('another worker of the same workflow', () => {
	test('that writes an older state over the keys loses none of what was sent', async () => {
		await run(keyed(), { rows: rowsWith('old') });
		const before = store.snapshot();
		const server = await startFront(sandbox, { arrives: () => store.restore(before) });
		cleanups.push(server.close);
		const rows = rowsWith(...keysOf(4));
		const { items } = await run(keyed(), {
			rows,
			credentials: credentials({ smsBaseUrl: server.url }),
		});
		expect(outcomesOf(items)).toEqual(times(4, 'accepted'));
		expect(keysOf(4).filter((key) => !store.has(key))).toEqual([]);
		expect(store.has('old')).toBe(true);
		sandbox().reset();
		const again = await run(keyed(), { rows });
		expect(outcomesOf(again.items)).toEqual(times(4, 'duplicate'));
		expect(batchesAt(sandbox())).toEqual([]);
	});

	test('that writes an older state after the last batch loses none of what was sent', async () => {
		await run(keyed(), { rows: rowsWith('old') });
		const before = store.snapshot();
		let writes = 0;
		const overwritten = new Promise<void>((done) => {
			// The second write is the last look after the keys: what comes after it, nobody would notice.
			store.beforeWrite = () => {
				if (++writes === 2) setTimeout(() => done(store.restore(before)), 30);
			};
		});
		const rows = rowsWith(...keysOf(2));
		await run(keyed(), { rows });
		await overwritten;
		expect(keysOf(2).filter((key) => !store.has(key))).toEqual([]);
	});

	test('that writes an older state over the keys does not make the same run send one again', async () => {
		await run(keyed(), { rows: rowsWith('old') });
		const before = store.snapshot();
		const server = await startFront(sandbox, { arrives: () => store.restore(before) });
		cleanups.push(server.close);
		const { items } = await run(keyed({ batchSize: 1 }), {
			rows: rowsWith('A-0', 'A-1', 'A-0'),
			credentials: credentials({ smsBaseUrl: server.url }),
		});
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'duplicate']);
	});

	test('that asks for a key at the same moment is given it too: the limit of that store', async () => {
		await run(keyed(), { rows: rowsWith('old') });
		let other: Promise<IDeduplicationOutput> | undefined;
		store.beforeRead = () => {
			store.beforeRead = () => undefined;
			other = store.checkProcessedAndRecord(
				['A-0'],
				'node',
				{ workflow: { id: 'test', active: false }, node: { id: '2' } as INode },
				{ mode: 'entries', maxEntries: 100_000 },
			);
		};
		store.latency = 20;
		const { items } = await run(keyed(), { rows: rowsWith('A-0') });
		expect(outcomesOf(items)).toEqual(['accepted']);
		expect((await other)?.new).toEqual(['A-0']);
		expect(store.has('A-0')).toBe(true);
	});
});
