import { describe, expect, test } from '@jest/globals';

import { StoreLock } from '../../../../nodes/SmsVoiceGateway/engine/keys/storeLock.ts';
import { Process, randomFrom, World, type Table } from './races.ts';

/** Longer than all of a race may take: each dead holder costs some 15 s. */
const END = 30 * 60_000;
const ROUNDS = 3;
const RACES = Number(process.env.RACES ?? 300);

interface Race {
	/** Times that one process read or wrote the keys while another one was at it. */
	overlaps: number;
	/** Processes that neither died nor got all they wanted. */
	stuck: number;
	held: number;
	refused: number;
	/** What the row holds at the end. */
	table: Table;
}

/** How processes are harmed: how often, and for how long they are stopped. */
interface Harm {
	kills: number;
	stops: number;
}

async function race(seed: number, processes: number, { kills, stops }: Harm): Promise<Race> {
	const random = randomFrom(seed);
	const world = new World();
	const table: Table = {};
	const at = new Set<object>();
	const result: Race = { overlaps: 0, stuck: 0, held: 0, refused: 0, table };
	const runner = async (self: Process, done: () => void) => {
		const lock = new StoreLock(self.row(table), self.clock(), random);
		await self.wait(random() * 100);
		for (let round = 0; round < ROUNDS; round++) {
			try {
				const hold = await lock.acquire();
				if (hold === undefined) throw new Error('nobody else uses the row');
				for (let step = Math.floor(random() * 3); step >= 0; step--) {
					hold.check();
					const mine = {};
					at.add(mine);
					if (at.size > 1) result.overlaps++;
					// n8n's own reading and writing of the keys.
					await self.statement(() => undefined);
					await self.statement(() => undefined);
					at.delete(mine);
				}
				result.held++;
				// Not written any more, but the lock is still to be given back.
				await self.wait(random() * 100);
				await hold.release();
			} catch (error) {
				if (!/took too long|kept its keys/.test(String(error))) throw error;
				result.refused++;
			}
			await self.wait(random() * 50);
		}
		done();
	};
	const waiting = new Set<Process>();
	const all = Array.from({ length: processes }, () => new Process(world, random));
	/** What a process is at while it is harmed is not judged: nothing can stop a statement on its way. */
	const harm = (how: () => void) => {
		how();
		at.clear();
	};
	for (const self of all) {
		waiting.add(self);
		void runner(self, () => waiting.delete(self));
	}
	for (const victim of all.slice(1)) {
		if (random() < kills) world.at(random() * 3000, () => harm(() => victim.kill()));
	}
	for (const victim of all) {
		if (random() < stops)
			world.at(random() * 3000, () => harm(() => victim.stop(20_000 + random() * 20_000)));
	}
	await world.run(END);
	result.stuck = [...waiting].filter(({ isDead }) => !isDead).length;
	return result;
}

async function races(harm: Harm): Promise<Race[]> {
	const results: Race[] = [];
	for (let seed = 1; seed <= RACES; seed++) results.push(await race(seed, 2 + (seed % 3), harm));
	return results;
}

const sum = (results: Race[], name: 'overlaps' | 'stuck' | 'held' | 'refused') =>
	results.reduce((total, { [name]: count }) => total + count, 0);

describe('the lock between processes, over a store that reads and then writes the whole row', () => {
	test.each([
		['that all live', { kills: 0, stops: 0 }],
		['that are killed', { kills: 0.6, stops: 0 }],
		['that are stopped for a while', { kills: 0, stops: 0.6 }],
		['that are killed and stopped', { kills: 0.4, stops: 0.5 }],
	])(
		'has never two holders among 2 to 4 processes %s, and nobody waits for ever',
		async (_, harm) => {
			const results = await races(harm);
			expect(sum(results, 'overlaps')).toBe(0);
			expect(sum(results, 'stuck')).toBe(0);
			expect(sum(results, 'held')).toBeGreaterThan(RACES * ROUNDS);
			if (harm.kills + harm.stops === 0) {
				expect(sum(results, 'refused')).toBe(0);
				expect(results.filter(({ table }) => table.row !== undefined)).toEqual([]);
			}
			process.stderr.write(
				`${RACES} races: held ${sum(results, 'held')} times, gave up ${sum(results, 'refused')} times\n`,
			);
		},
	);
});
