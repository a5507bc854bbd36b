import { sleep } from 'n8n-workflow';

import type { Claims } from '../../../../nodes/SmsVoiceGateway/keys/claims.ts';
import { ENTRIES_KEPT, rowsOf as storeOf } from '../../../../nodes/SmsVoiceGateway/keys/n8nRows.ts';
import { KeyStore } from '../../../../nodes/SmsVoiceGateway/keys/store.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { beginner, modelTime, rowsOf, statesOf as statesOfEach } from './claims.ts';
import { inTime, NONE, World } from './world.ts';

modelTime();

/** A node that keeps so many entries, and executions of it, each in a process of its own. */
function keeping(kept: number) {
	const world = new World(1, NONE, kept);
	/** Another process has the store for so many seconds. */
	const hold = async (seconds: number) => {
		const { context } = world.process('holder');
		await new KeyStore(storeOf(context), 'many').exclusively(
			async () => await sleep(seconds * 1000),
		);
	};
	return { world, begin: beginner(world), hold };
}

/** The lock: looked for, made by a read and a write, deleted. The keys: counted, and recorded, asked for twice by a read and a write each. */
const STATEMENTS = 4 + 7;

/** How many of some rows are in each state. */
async function statesOf(claims: Claims, rows: readonly Row[]): Promise<Record<string, number>> {
	const states: Record<string, number> = {};
	for (const state of await statesOfEach(claims, rows))
		states[String(state)] = (states[String(state)] ?? 0) + 1;
	return states;
}

const pass = async (seconds: number) => await jest.advanceTimersByTimeAsync(seconds * 1000);

describe('of a node that keeps many keys', () => {
	test.each([
		[3000, 100_000],
		[2000, 300_000],
	])(
		'%d rows that are refused at once leave none, where %d entries are kept',
		async (count, kept) => {
			const { world, begin } = keeping(kept);
			const rows = rowsOf(count);
			const claims = begin();
			expect(await statesOf(claims, rows)).toEqual({ ours: count });
			await inTime(claims.giveBack(rows));
			expect(world.entries).toEqual([]);
			expect(await statesOf(begin(), rows)).toEqual({ ours: count });
		},
	);

	test.each([
		[3000, 30_000],
		[2000, 300_000],
	])(
		'%d rows of a killed run are in doubt, in whichever run, where %d entries are kept: none is refused or taken for sent',
		async (count, kept) => {
			const { world, begin } = keeping(kept);
			const rows = rowsOf(count);
			await statesOf(begin(), rows);
			for (let run = 0; run < 2; run++) {
				const claims = begin();
				expect(await statesOf(claims, rows)).toEqual({ busy: count });
				await pass(60);
				expect(await statesOf(claims, rows)).toEqual({ unknown: count });
				await inTime(claims.close());
			}
			// What was asked for is taken out again.
			expect(world.entries).toHaveLength(count);
		},
	);

	test('a row that waits for another execution writes nothing while nobody else does', async () => {
		const { world, begin } = keeping(300_000);
		const [first, waiting, other] = [begin(), begin(), begin()];
		const [row, second, new1, new2] = rowsOf(4) as [Row, Row, Row, Row];
		await statesOf(first, [row, second]);
		expect(await statesOf(waiting, [row])).toEqual({ busy: 1 });
		const written = world.writes;
		for (let look = 0; look < 10; look++) {
			await pass(5);
			expect(await statesOf(waiting, [row])).toEqual({ busy: 1 });
		}
		expect(world.writes).toBe(written);
		expect(await statesOf(waiting, [row, new1])).toEqual({ busy: 1, ours: 1 });
		await statesOf(other, [new2]);
		first.end(row);
		await inTime(first.record());
		expect(await statesOf(waiting, [second])).toEqual({ busy: 1 });
		expect(await statesOf(waiting, [row, second])).toEqual({ used: 1, busy: 1 });
	});

	test('where so many are kept that their number says nothing, a row that waits asks each time', async () => {
		const { world, begin } = keeping(ENTRIES_KEPT);
		const [first, waiting] = [begin(), begin()];
		const rows = rowsOf(1);
		await statesOf(first, rows);
		expect(await statesOf(waiting, rows)).toEqual({ busy: 1 });
		const written = world.writes;
		expect(await statesOf(waiting, rows)).toEqual({ busy: 1 });
		expect(world.writes).toBeGreaterThan(written);
	});

	test('what was sent is found, however many nobody knows of are asked for before', async () => {
		const { begin } = keeping(300_000);
		const rows = rowsOf(2000);
		const first = begin();
		await statesOf(first, rows);
		const last = rows.slice(-1);
		for (const row of last) first.end(row);
		await inTime(first.record());
		expect(await inTime(begin().sentOf(rows))).toEqual(last);
	});

	test('a chunk of duplicates takes eleven statements, however many it has', async () => {
		const { world, begin } = keeping(100_000);
		const rows = rowsOf(1000);
		const first = begin();
		await statesOf(first, rows);
		for (const row of rows) first.end(row);
		await inTime(first.close());
		const before = world.statements;
		expect(await statesOf(begin(), rows)).toEqual({ used: 1000 });
		expect(world.statements - before).toBe(STATEMENTS);
	});

	test('others have their turn while one frees, or asks for, what takes long', async () => {
		const { begin } = keeping(300_000);
		const rows = rowsOf(10_000);
		const [first, asking, other] = [begin(), begin(), begin()];
		await statesOf(first, rows);
		const another: Row = { ...draftOf(0), key: 'another' };
		for (const begun of [() => asking.claim(rows), () => first.giveBack(rows)]) {
			let isOver = false;
			const work = begun().then(() => (isOver = true));
			await pass(1);
			expect(await statesOf(other, [another])).toEqual({ ours: 1 });
			expect(isOver).toBe(false);
			await inTime(work);
		}
	});

	test('nobody takes the store over from one that works, however long a statement takes', async () => {
		// Half a minute for what is taken out at once.
		const { begin } = keeping(15_000_000);
		const [first, other, third] = [begin(), begin(), begin()];
		const rows = rowsOf(250);
		const [row] = rows as [Row];
		await statesOf(first, rows);
		const freed = first.giveBack(rows);
		await pass(1);
		expect(await statesOf(other, [row])).toEqual({ ours: 1 });
		await inTime(freed);
		expect(await statesOf(third, [row])).toEqual({ busy: 1 });
	});

	test('who waits gets it, however long others that work have had it before', async () => {
		const { begin, hold } = keeping(0);
		const held = hold(150);
		await pass(1);
		const states = statesOf(begin(), rowsOf(1));
		await inTime(held);
		expect(await states).toEqual({ ours: 1 });
	});
});
