import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { UniqueKeys } from '../../../../nodes/SmsVoiceGateway/engine/keys/uniqueKeys.ts';
import type { Claim } from '../../../../nodes/SmsVoiceGateway/engine/keys/uniqueKeys.ts';
import type { Run } from '../../../../nodes/SmsVoiceGateway/engine/run.ts';
import {
	askedMark,
	sendingMark,
	timeMarks,
	timeMarksOf,
} from '../../../../nodes/SmsVoiceGateway/lib/keyMarks.ts';
import { inTime } from './inTime.ts';
import { KeyTable } from './keyTable.ts';
import type { Call, Circumstances } from './keyTable.ts';

const NOW = new Date('2026-11-22T19:40:30.000Z');
const MINUTE = new Date('2026-11-22T19:40:00.000Z');

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
	jest.useRealTimers();
});

/** An execution with the keys of its first try. */
function start(table: KeyTable, circumstances?: Circumstances) {
	const { context, kill } = table.execution(circumstances);
	const run: Run = { memory: new Map(), batches: 0, stuckKeys: new Set() };
	const keys = new UniqueKeys(context, run);
	return { keys, kill, run, nextTry: () => new UniqueKeys(context, run) };
}

const shown = ({ free, busy, broken }: Claim) => ({
	free: [...free],
	busy: [...busy],
	broken: [...broken],
});
const NOTHING = { free: [], busy: [], broken: [] };

/** What becomes of keys in the end, asked for as a delivery does: again and again while they are busy. */
async function claimed(keys: UniqueKeys, wanted: string[], again: string[] = []) {
	const asking = (async () => {
		const all = { free: [] as string[], broken: [] as Array<[string, Date | undefined]> };
		for (let open = wanted; open.length > 0;) {
			const claim = await keys.claim(open, new Set(again));
			all.free.push(...claim.free);
			all.broken.push(...claim.broken);
			open = [...claim.busy];
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
		return { ...NOTHING, ...all };
	})();
	const { result, took } = await inTime(asking);
	return { ...result, took };
}

const sorted = (entries: string[]) => [...entries].sort();
const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);
const failing = (method: Call['method'], times = Infinity) => {
	let left = times;
	return (call: Call) => {
		if (call.scope === 'node' && call.method === method && left-- > 0) throw new Error('locked');
	};
};

describe('keys of messages on their way', () => {
	test('have marks beside them, which go soon after the end', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		expect(shown(await keys.claim(['A', 'B']))).toEqual({ ...NOTHING, free: ['A', 'B'] });
		expect(sorted(table.keys)).toEqual(
			sorted(['A', 'B', sendingMark('A'), sendingMark('B'), ...timeMarksOf('A', NOW)]),
		);
		keys.keep(['A', 'B']);
		await pass(4);
		expect(table.marks).not.toEqual([]);
		await pass(6);
		expect(table.keys).toEqual(['A', 'B']);
		expect(table.rows.workflow).toBeUndefined();
	});

	test('go with their marks where the message was not sent', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A', 'B']);
		await keys.release(['A', 'B']);
		expect(table.keys).toEqual([]);
		expect(sorted(table.calls.at(-2)?.entries ?? [])).toEqual(
			sorted(['A', 'B', sendingMark('A'), sendingMark('B'), ...timeMarksOf('A', NOW)]),
		);
		expect(shown(await keys.claim(['A']))).toEqual({ ...NOTHING, free: ['A'] });
	});

	test('leave the store alone where there is nothing to free, or nothing to ask', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.release([]);
		await keys.close();
		expect(shown(await keys.claim([]))).toEqual(NOTHING);
		expect(table.calls).toEqual([]);
	});

	test('are a duplicate’s afterwards: in this try without asking, in another execution without a trace', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		keys.keep(['A']);
		await pass(100);
		const calls = table.count();
		expect(shown(await keys.claim(['A']))).toEqual(NOTHING);
		expect(table.count()).toBe(calls);
		const other = start(table);
		expect(shown(await other.keys.claim(['A']))).toEqual(NOTHING);
		expect(table.keys).toEqual(['A']);
		const asked = table.count();
		expect(shown(await other.keys.claim(['A']))).toEqual(NOTHING);
		expect(table.count()).toBe(asked);
	});

	test('carry the time by the first that is free, where others of the request are used', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		keys.keep(['A']);
		await pass(100);
		const later = new Date();
		expect(shown(await keys.claim(['B', 'C']))).toEqual({ ...NOTHING, free: ['B', 'C'] });
		const other = start(table);
		expect(shown(await other.keys.claim(['A', 'D', 'E']))).toEqual({
			...NOTHING,
			free: ['D', 'E'],
		});
		expect(sorted(table.keys)).toEqual(
			sorted([
				...['A', 'B', 'C', 'D', 'E'],
				...['B', 'C', 'D', 'E'].map(sendingMark),
				...timeMarksOf('B', later),
				...timeMarksOf('D', later),
			]),
		);
		keys.keep(['B', 'C']);
		other.keys.keep(['D', 'E']);
		await pass(100);
		expect(table.keys).toEqual(['A', 'B', 'C', 'D', 'E']);
	});

	test('take the marks of those before them along', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		keys.keep(['A']);
		await keys.claim(['B']);
		expect(table.keys).not.toContain(sendingMark('A'));
		const locks = table.count('record', 'workflow');
		await pass(100);
		expect(table.count('record', 'workflow')).toBe(locks);
	});

	test('are freed of their marks at the end of the run, without a wait', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		keys.keep(['A']);
		await keys.close();
		expect(table.keys).toEqual(['A']);
		expect(table.count('record', 'node')).toBe(1);
	});
});

describe('keys of messages on their way in another execution', () => {
	test('are busy, asked for, and then what that one makes of them', async () => {
		for (const isKept of [true, false]) {
			const table = new KeyTable();
			const [one, other] = [start(table), start(table)];
			await one.keys.claim(['A']);
			expect(shown(await other.keys.claim(['A']))).toEqual({ ...NOTHING, busy: ['A'] });
			expect(sorted(table.marks)).toEqual(
				sorted([sendingMark('A'), askedMark('A'), ...timeMarksOf('A', NOW)]),
			);
			if (isKept) one.keys.keep(['A']);
			else await one.keys.release(['A']);
			await pass(100);
			const { took, ...claim } = await claimed(other.keys, ['A']);
			expect(claim).toEqual({ ...NOTHING, free: isKept ? [] : ['A'] });
			expect(took).toBeGreaterThanOrEqual(150);
			expect(took).toBeLessThan(200);
			if (!isKept) other.keys.keep(['A']);
			await pass(100);
			expect(table.keys).toEqual(['A']);
		}
	});

	test('hold up only themselves', async () => {
		const table = new KeyTable();
		const [one, other] = [start(table), start(table)];
		await one.keys.claim(['A']);
		expect(shown(await other.keys.claim(['A', 'B']))).toEqual({
			free: ['B'],
			busy: ['A'],
			broken: [],
		});
		expect(sorted(table.marks)).toEqual(
			sorted([
				...['A', 'B'].map(sendingMark),
				askedMark('A'),
				...timeMarksOf('A', NOW),
				...timeMarksOf('B', NOW),
			]),
		);
		one.keys.keep(['A']);
		other.keys.keep(['B']);
		await pass(250);
		expect(shown(await other.keys.claim(['A']))).toEqual(NOTHING);
		expect(table.keys).toEqual(['A', 'B']);
	});

	test.each([1, 2, 3])(
		'are busy as long as that one works, minutes too: %i keys',
		async (count) => {
			const table = new KeyTable();
			const [one, other] = [start(table), start(table)];
			const wanted = ['A', 'B', 'C'].slice(0, count);
			await one.keys.claim(wanted);
			const asking = claimed(other.keys, wanted);
			setTimeout(() => one.keys.keep(wanted), 60_000);
			const { took, ...claim } = await asking;
			expect(claim).toEqual(NOTHING);
			expect(took).toBeGreaterThanOrEqual(60_000);
			expect(took).toBeLessThan(66_100);
			await pass(100);
			expect(table.keys).toEqual(wanted);
		},
	);

	test('are broken off where that one is dead, with the time of its request, for everybody who asks', async () => {
		const table = new KeyTable();
		const one = start(table);
		await one.keys.claim(['A', 'B']);
		one.kill();
		const before = sorted(table.keys);
		await pass(120_000);
		for (const free of ['C', 'D']) {
			const other = start(table);
			const { took, ...claim } = await claimed(other.keys, ['A', 'B', free]);
			expect(claim.free).toEqual([free]);
			expect(claim.broken).toEqual([
				['A', MINUTE],
				['B', MINUTE],
			]);
			expect(took).toBeGreaterThanOrEqual(6000);
			expect(took).toBeLessThan(6500);
			await other.keys.release([free]);
			expect(sorted(table.keys)).toEqual(before);
		}
	});

	test('are broken off without a time where that stands beside another key', async () => {
		const table = new KeyTable();
		const one = start(table);
		await one.keys.claim(['A', 'B']);
		one.kill();
		const before = sorted(table.keys);
		const { keys } = start(table);
		const { broken } = await claimed(keys, ['B']);
		expect(broken).toEqual([['B', undefined]]);
		expect(sorted(table.keys)).toEqual(before);
		// Another row of this run with its key hears the same, and not that it is a duplicate.
		expect((await claimed(keys, ['B'])).broken).toEqual([['B', undefined]]);
	});

	test('are given where that one is dead and they are to be sent again, as if new', async () => {
		const table = new KeyTable();
		const one = start(table);
		await one.keys.claim(['A', 'B']);
		one.kill();
		await pass(600_000);
		const other = start(table);
		const { free, broken } = await claimed(other.keys, ['A', 'B'], ['A']);
		expect([free, broken]).toEqual([['A'], [['B', undefined]]]);
		const [own, all] = [timeMarksOf('A', new Date()), timeMarks('A')];
		expect(table.marks.filter((mark) => all.includes(mark)).sort()).toEqual(sorted(own));
		expect(table.keys).not.toContain(askedMark('A'));
		other.keys.keep(['A']);
		await pass(100);
		expect(sorted(table.keys)).toEqual(sorted(['A', 'B', sendingMark('B')]));
		expect((await claimed(start(table).keys, ['A'], ['A'])).free).toEqual([]);
	});

	test('are not given again while that one lives, whatever the user wishes', async () => {
		const table = new KeyTable();
		const [one, other] = [start(table), start(table)];
		await one.keys.claim(['A']);
		const asking = claimed(other.keys, ['A'], ['A']);
		setTimeout(() => one.keys.keep(['A']), 20_000);
		expect((await asking).free).toEqual([]);
	});

	test('are not waited for where the execution is stopped', async () => {
		const table = new KeyTable();
		const stop = new AbortController();
		const [one, other] = [start(table), start(table, { signal: stop.signal })];
		await one.keys.claim(['A']);
		await other.keys.claim(['A']);
		const began = Date.now();
		const asking = other.keys.claim(['A']);
		const outcome = expect(asking).rejects.toThrow('the execution was stopped');
		stop.abort();
		await outcome;
		expect(Date.now()).toBe(began);
	});
});

describe('a store that fails', () => {
	test('when keys are recorded has given none, and they can be asked for again', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		table.before = failing('record', 1);
		await expect(keys.claim(['A'])).rejects.toThrow('locked');
		expect(shown(await keys.claim(['A']))).toEqual({ ...NOTHING, free: ['A'] });
	});

	test('when a mark beside a used key is taken out leaves it no longer than the run', async () => {
		const table = new KeyTable();
		const first = start(table);
		await first.keys.claim(['A']);
		first.keys.keep(['A']);
		await pass(100);
		const { keys } = start(table);
		table.before = failing('remove', 1);
		expect(shown(await keys.claim(['A', 'B']))).toEqual({ ...NOTHING, free: ['B'] });
		expect(table.keys).toContain(sendingMark('A'));
		await keys.close();
		expect(table.keys).not.toContain(sendingMark('A'));
		// Else it would be taken for broken off here, and sent once more.
		expect(shown(await start(table).keys.claim(['A'], new Set('A')))).toEqual(NOTHING);
		keys.keep(['B']);
		await pass(100);
		expect(table.keys).toEqual(['A', 'B']);
	});

	test('after keys were recorded leaves them to the next try, and no mark of theirs after that', async () => {
		const table = new KeyTable();
		const first = start(table);
		await first.keys.claim(['A']);
		first.keys.keep(['A']);
		await pass(100);
		const { keys, nextTry, run } = start(table);
		let records = 0;
		table.before = ({ method, scope }) => {
			if (method === 'record' && scope === 'node' && ++records === 2) throw new Error('locked');
		};
		await expect(keys.claim(['A', 'B'])).rejects.toThrow('locked');
		expect([...run.stuckKeys]).toEqual(['B']);
		await pass(600_000);
		const again = nextTry();
		expect(shown(await again.claim(['B']))).toEqual({ ...NOTHING, free: ['B'] });
		expect(records).toBe(2);
		expect(shown(await again.claim(['A', 'B']))).toEqual({ ...NOTHING, busy: ['B'] });
		again.keep(['B']);
		await pass(100);
		expect(table.keys).toEqual(['A', 'B']);
		expect(shown(await again.claim(['A', 'B']))).toEqual(NOTHING);
		expect([...run.stuckKeys]).toEqual([]);
	});

	test('when keys are freed leaves them to the next try, which can free them', async () => {
		const table = new KeyTable();
		const { keys, nextTry, run } = start(table);
		await keys.claim(['A', 'B']);
		table.before = failing('remove', 1);
		await expect(keys.release(['A', 'B'])).rejects.toThrow('locked');
		expect([...run.stuckKeys]).toEqual(['A', 'B']);
		const again = nextTry();
		expect(shown(await again.claim(['A', 'B']))).toEqual({ ...NOTHING, free: ['A', 'B'] });
		await again.release(['A', 'B']);
		expect([...run.stuckKeys]).toEqual([]);
		expect(table.keys).toEqual([]);
	});

	test('when marks are taken out is logged, and they go with the next request', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		table.before = failing('remove');
		keys.keep(['A']);
		await pass(100);
		expect(table.warnings).toEqual([
			'Messages with unique keys still look as if they were on their way: Error: locked',
		]);
		expect(table.keys).toContain(sendingMark('A'));
		// Nor does it keep a request back.
		expect(shown(await keys.claim(['B']))).toEqual({ ...NOTHING, free: ['B'] });
		keys.keep(['B']);
		table.before = () => undefined;
		await pass(100);
		expect(table.keys).toEqual(['A', 'B']);
	});
});

describe('keys where other processes can’t be kept out', () => {
	const unguarded = { nodes: undefined };

	test('have no marks', async () => {
		const table = new KeyTable();
		const { keys } = start(table, unguarded);
		expect(shown(await keys.claim(['A', 'B']))).toEqual({ ...NOTHING, free: ['A', 'B'] });
		expect(table.keys).toEqual(['A', 'B']);
		await keys.release(['A']);
		expect(table.calls.at(-1)?.entries).toEqual(['A']);
		keys.keep(['B']);
		await pass(100);
		expect(table.keys).toEqual(['B']);
		expect(shown(await start(table, unguarded).keys.claim(['A', 'B']))).toEqual({
			...NOTHING,
			free: ['A'],
		});
	});

	test('are looked after at the end, those that are used', async () => {
		const table = new KeyTable();
		const { keys } = start(table, unguarded);
		await keys.claim(['A', 'B', 'C']);
		keys.keep(['A', 'C']);
		await keys.release(['B']);
		// Another worker puts back what it has read before.
		table.rows.node = ['X'];
		await inTime(keys.close());
		expect(table.keys).toEqual(['X', 'A', 'C']);
	});
});

describe('a request that takes long', () => {
	const beats = (table: KeyTable) =>
		table.calls.filter(({ method, scope }) => method === 'remove' && scope === 'node');

	test('says that it is still there, now and then, until it ends', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		await pass(1499);
		expect(beats(table)).toEqual([]);
		await pass(101);
		expect(beats(table).map(({ entries }) => entries)).toEqual([[askedMark('A')]]);
		await pass(15_000);
		expect(beats(table).length).toBeGreaterThanOrEqual(9);
		expect(beats(table).length).toBeLessThanOrEqual(11);
		keys.keep(['A']);
		await pass(100);
		const calls = table.count();
		await pass(60_000);
		expect(table.count()).toBe(calls);
	});

	test('says so for those beside it, once they take long too', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		await pass(1000);
		await keys.claim(['B']);
		await pass(800);
		expect(beats(table).map(({ entries }) => entries)).toEqual([[askedMark('A')]]);
		await pass(1500);
		expect(beats(table).map(({ entries }) => entries)).toEqual([
			[askedMark('A')],
			[askedMark('A'), askedMark('B')],
		]);
	});

	test('keeps nobody waiting where none takes long', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		await pass(1000);
		await keys.claim(['B']);
		await keys.release(['A']);
		const locks = table.count('record', 'workflow');
		await pass(800);
		expect(table.count('record', 'workflow')).toBe(locks);
		await pass(1500);
		expect(table.count('record', 'workflow')).toBe(locks + 1);
	});

	test('says so also where there was none for a while', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		keys.keep(['A']);
		await pass(10_000);
		await keys.claim(['B']);
		await pass(1800);
		expect(beats(table).at(-1)?.entries).toEqual([askedMark('B')]);
	});

	test('says so again where the store failed meanwhile, and so does the run', async () => {
		const table = new KeyTable();
		const { keys } = start(table);
		await keys.claim(['A']);
		table.before = failing('remove', 2);
		await pass(8000);
		expect(beats(table).length).toBeGreaterThanOrEqual(4);
		expect(table.warnings).toEqual([]);
	});
});
