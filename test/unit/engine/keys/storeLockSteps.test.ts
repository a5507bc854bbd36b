import { describe, expect, test } from '@jest/globals';

import {
	LEASE_MS,
	PAUSE_MS,
	StoreLock,
} from '../../../../nodes/SmsVoiceGateway/engine/keys/storeLock.ts';
import type { Hold } from '../../../../nodes/SmsVoiceGateway/engine/keys/storeLock.ts';

const LOCK = 'n8n-nodes-sms-voice-gateway: lock';
/** For so long a lock looks the same before somebody takes it over, and where somebody has begun to. */
const PATIENCE = 2000;
const PATIENCE_WITH_CLAIM = 14_000;
const UNIQUE = 'UNIQUE constraint failed: processed_data.workflowId';

type Method = 'count' | 'record' | 'remove' | 'clear';

/** One row and one clock, on which time passes only while somebody sleeps, and what happens meanwhile. */
class Scene {
	now = 0;
	row: string[] | undefined;
	readonly log: Array<{ method: Method; at: number; entries: string[] }> = [];
	/** Called as the database begins with what is asked; what it throws is what the database would. */
	before: (method: Method, entries: string[]) => void = () => undefined;
	/** How long a sleep really takes. */
	oversleep: (milliseconds: number) => number = (milliseconds) => milliseconds;
	private events: Array<{ at: number; happen: () => void }> = [];

	constructor(row?: string[]) {
		this.row = row;
	}

	at(moment: number, happen: () => void): void {
		this.events.push({ at: moment, happen });
		this.events.sort((one, other) => one.at - other.at);
	}

	pass(milliseconds: number): void {
		const end = this.now + milliseconds;
		while (this.events[0] !== undefined && this.events[0].at <= end) {
			const event = this.events.shift();
			this.now = Math.max(this.now, event?.at ?? 0);
			event?.happen();
		}
		this.now = Math.max(this.now, end);
	}

	lock(random: () => number = () => 0): StoreLock {
		const ask = async <T>(method: Method, entries: string[], work: () => T): Promise<T> => {
			this.log.push({ method, at: this.now, entries });
			this.before(method, entries);
			return work();
		};
		return new StoreLock(
			{
				count: async () => await ask('count', [], () => this.row?.length ?? 0),
				record: async (entries) =>
					await ask('record', entries, () => {
						const row = this.row ?? [];
						const fresh = entries.filter((entry) => !row.includes(entry));
						this.row = [...row, ...fresh];
						return fresh;
					}),
				remove: async (entries) =>
					await ask('remove', entries, () => {
						this.row = this.row?.filter((entry) => !entries.includes(entry));
					}),
				clear: async () =>
					await ask('clear', [], () => {
						this.row = undefined;
					}),
			},
			{
				now: () => this.now,
				sleep: async (milliseconds) => this.pass(this.oversleep(milliseconds)),
			},
			random,
		);
	}

	times(method: Method): number[] {
		return this.log.filter((one) => one.method === method).map(({ at }) => at);
	}
}

const held = (hold: Hold | undefined): Hold => {
	if (hold === undefined) throw new Error('The lock was not given');
	return hold;
};

describe('a lock that nobody has', () => {
	test('is looked for once, then made, and given back', async () => {
		const scene = new Scene();
		const lock = scene.lock();
		const hold = held(await lock.acquire());
		expect(scene.row).toEqual([LOCK]);
		await hold.release();
		expect(scene.row).toBeUndefined();
		expect(scene.log.map(({ method }) => method)).toEqual(['count', 'record', 'clear']);
		// Nobody else than such a lock uses the row.
		held(await lock.acquire());
		expect(scene.log.slice(3).map(({ method }) => method)).toEqual(['record']);
	});

	test('is waited for where another one has made it in between', async () => {
		const scene = new Scene();
		const lock = scene.lock();
		await held(await lock.acquire()).release();
		scene.log.length = 0;
		scene.row = [LOCK];
		scene.at(300, () => (scene.row = undefined));
		held(await lock.acquire());
		expect(scene.now).toBeGreaterThanOrEqual(300);
		expect(scene.now).toBeLessThan(400);
		const methods = scene.log.map(({ method }) => method);
		expect([methods[0], methods.at(-1)]).toEqual(['record', 'record']);
		expect(new Set(methods.slice(1, -1))).toEqual(new Set(['count']));
	});

	test.each([
		[20, true],
		[21, false],
	])('may be refused %i times one after the other: %s', async (times, isGiven) => {
		const scene = new Scene();
		let refusals = 0;
		scene.before = (method) => {
			if (method === 'record' && refusals++ < times) throw new Error(UNIQUE);
		};
		const acquiring = scene.lock().acquire();
		if (isGiven) held(await acquiring);
		else await expect(acquiring).rejects.toThrow(UNIQUE);
		expect(scene.times('record')).toHaveLength(21);
	});

	test.each(['count', 'record'] as const)(
		'may be refused any number of times where somebody is seen there: by %s',
		async (by) => {
			const scene = new Scene();
			const lock = scene.lock();
			let records = 0;
			scene.before = (method) => {
				if (method === 'count')
					scene.row = by === 'count' && records % 20 === 19 ? [LOCK] : undefined;
				if (method !== 'record') return;
				records++;
				if (records > 60) return;
				// Somebody has it at this moment.
				if (by === 'record' && records % 20 === 19) scene.row = [LOCK];
				else throw new Error(UNIQUE);
			};
			// Each look that finds somebody has to be followed by one that does not.
			const count = scene.before;
			scene.before = (method, entries) => {
				count(method, entries);
				if (by === 'count' && method === 'count' && scene.row !== undefined) records++;
			};
			held(await lock.acquire());
			expect(records).toBeGreaterThan(60);
		},
	);

	test('is asked for anew with no refusal counted from before', async () => {
		const scene = new Scene();
		const lock = scene.lock();
		let left = 15;
		let isBroken = true;
		scene.before = (method) => {
			if (method === 'record' && left-- > 0) throw new Error(UNIQUE);
			if (method === 'count' && left === 0 && isBroken) throw new Error('database is locked');
		};
		await expect(lock.acquire()).rejects.toThrow('database is locked');
		left = 15;
		isBroken = false;
		held(await lock.acquire());
	});

	test('is not waited for where the store can’t be used', async () => {
		const scene = new Scene();
		scene.before = (method) => {
			if (method === 'record') throw new Error('FOREIGN KEY constraint failed');
		};
		await expect(scene.lock().acquire()).rejects.toThrow('FOREIGN KEY');
		expect(scene.times('record')).toHaveLength(1);
	});

	test('is held from when it was asked for, and then touched no more', async () => {
		for (const [age, isOver] of [
			[LEASE_MS, false],
			[LEASE_MS + 1, true],
		] as const) {
			const scene = new Scene();
			scene.before = (method) => {
				if (method === 'record') scene.pass(3000);
			};
			const hold = held(await scene.lock().acquire());
			scene.pass(age - 3000);
			if (isOver) expect(() => hold.check()).toThrow('recording took too long');
			else hold.check();
			await hold.release();
			expect(scene.row).toEqual(isOver ? [LOCK] : undefined);
		}
	});
});

describe('a lock that somebody has', () => {
	test('is looked at soon, then less and less often', async () => {
		const scene = new Scene([LOCK]);
		scene.at(500, () => (scene.row = undefined));
		await scene.lock(() => 0.5).acquire();
		const looks = scene.times('count');
		const between = looks.slice(1).map((time, index) => time - (looks[index] ?? 0));
		expect(between.slice(0, 3)).toEqual([5, 7.5, 11.25]);
		expect(between.at(-1)).toBe(60);
		expect(Math.max(...between)).toBe(60);
	});

	test('is looked at by two that wait at different moments', async () => {
		const times = (random: number) => {
			const scene = new Scene([LOCK]);
			scene.at(40, () => (scene.row = undefined));
			return scene
				.lock(() => random)
				.acquire()
				.then(() => scene.times('count').slice(0, 3));
		};
		expect(await times(0)).toEqual([0, 2.5, 6.25]);
		expect(await times(1)).toEqual([0, 7.5, 18.75]);
	});

	test('is not waited for where the execution is stopped', async () => {
		const scene = new Scene([LOCK]);
		const acquiring = scene.lock().acquire(() => scene.now >= 1000);
		await expect(acquiring).rejects.toThrow('the execution was stopped');
		expect(scene.now).toBeLessThan(1100);
		expect(scene.times('record')).toEqual([]);
	});

	test('is not waited for longer than a minute', async () => {
		const scene = new Scene([LOCK]);
		// Somebody else has it each second, or begins to take it over.
		for (let second = 1; second < 100; second++) {
			scene.at(1000 * second, () => (scene.row = second % 2 ? [LOCK, 'mark'] : [LOCK]));
		}
		await expect(scene.lock().acquire()).rejects.toThrow(
			'other executions of this workflow have kept its keys for a minute',
		);
		expect(scene.now).toBeGreaterThan(60_000);
		expect(scene.now).toBeLessThan(60_100);
		expect(scene.times('record')).toEqual([]);
	});

	test('is still given after a minute to whoever looks then', async () => {
		const scene = new Scene([LOCK]);
		scene.now = 500_000;
		scene.oversleep = () => 30_000;
		let looks = 0;
		scene.before = (method) => {
			if (method === 'count') scene.row = [[LOCK], [LOCK, 'mark'], [LOCK], undefined][looks++];
		};
		held(await scene.lock().acquire());
		expect(scene.now).toBe(590_000);
	});
});

describe('a lock whose holder has died', () => {
	test.each<[string, string[], number, number]>([
		['by its making', [LOCK], 0, PATIENCE],
		['by its making, with patience of one’s own', [LOCK], 0.5, PATIENCE + 1000],
		['while taking it over', [LOCK, 'mark'], 0, PATIENCE_WITH_CLAIM],
	])(
		'is taken over %s after a pause in which nobody touches it',
		async (_, row, random, patience) => {
			const scene = new Scene([...row]);
			const hold = held(await scene.lock(() => random).acquire());
			const [taking = NaN, ...more] = scene.times('record');
			expect(more).toEqual([]);
			expect(taking).toBeGreaterThanOrEqual(patience);
			expect(taking).toBeLessThan(patience + 100);
			expect(scene.now).toBeGreaterThan(taking + PAUSE_MS);
			expect(scene.now).toBeLessThan(taking + PAUSE_MS + 130);
			scene.pass(LEASE_MS - 100);
			hold.check();
			await hold.release();
			expect(scene.row).toBeUndefined();
		},
	);

	test('is waited for exactly as long as it has to be', async () => {
		for (const [patience, isTaken] of [
			[PATIENCE, true],
			[PATIENCE - 1, false],
		] as const) {
			const scene = new Scene([LOCK]);
			scene.oversleep = () => patience;
			const acquiring = scene.lock().acquire(() => scene.now > patience);
			await expect(acquiring).rejects.toThrow('the execution was stopped');
			expect(scene.times('record')).toEqual(isTaken ? [patience] : []);
		}
	});

	test('gets as many marks as a random number says, all of this node and all different', async () => {
		const marksOf = async (random: number): Promise<string[]> => {
			const scene = new Scene([LOCK]);
			await scene.lock(() => random).acquire();
			return (scene.row ?? []).slice(1);
		};
		const [few, many, other] = [await marksOf(0), await marksOf(0.5), await marksOf(0.75)];
		expect([few.length, many.length, other.length]).toEqual([1, 501, 751]);
		const all = [...few, ...many, ...other];
		expect(new Set(all).size).toBe(1 + 501 + 751);
		for (const mark of all) expect(mark.startsWith(`${LOCK} `)).toBe(true);
	});

	test('is not taken over by one that is stopped meanwhile', async () => {
		const scene = new Scene([LOCK]);
		const acquiring = scene.lock().acquire(() => scene.now >= 5000);
		await expect(acquiring).rejects.toThrow('the execution was stopped');
		expect(scene.times('record')).toHaveLength(1);
		expect(scene.now).toBeLessThan(5200);
	});

	test('is not held where n8n needed longer than a hold to say that it is still there', async () => {
		const scene = new Scene([LOCK]);
		let isLate = false;
		scene.before = (method) => {
			if (method !== 'count' || isLate || scene.now < PATIENCE + PAUSE_MS + 60) return;
			isLate = true;
			scene.pass(LEASE_MS + 100);
		};
		const hold = held(await scene.lock().acquire());
		expect(() => hold.check()).toThrow('recording took too long');
	});
});

describe('a lock that is taken over', () => {
	test('is not where its holder lives and gives it back, and is made then', async () => {
		const scene = new Scene([LOCK]);
		scene.at(PATIENCE + 5000, () => (scene.row = undefined));
		held(await scene.lock().acquire());
		expect(scene.row).toEqual([LOCK]);
		expect(scene.now).toBeLessThan(PATIENCE + 5200);
	});

	test('is not where another one takes it over too, which has all of its time for that', async () => {
		const scene = new Scene([LOCK]);
		scene.at(PATIENCE + 5000, () => scene.row?.push('another’s mark'));
		held(await scene.lock().acquire());
		const [, again = NaN] = scene.times('record');
		expect(again).toBeGreaterThanOrEqual(PATIENCE + 5000 + PATIENCE_WITH_CLAIM);
		expect(again).toBeLessThan(PATIENCE + 5000 + PATIENCE_WITH_CLAIM + 200);
	});

	test('is left to whoever has made it anew meanwhile, with all of its time', async () => {
		const scene = new Scene([LOCK]);
		scene.at(PATIENCE + 5000, () => (scene.row = [LOCK]));
		scene.at(PATIENCE + 5000 + PATIENCE - 100, () => (scene.row = undefined));
		held(await scene.lock().acquire());
		expect(scene.row).toEqual([LOCK]);
		expect(scene.times('record')).toHaveLength(2);
		expect(scene.now).toBeLessThan(PATIENCE + 5000 + PATIENCE + 100);
	});

	test('is held at once where it was given back at that very moment', async () => {
		const scene = new Scene([LOCK]);
		scene.before = (method) => {
			if (method === 'record') scene.row = undefined;
		};
		held(await scene.lock(() => 0.01).acquire());
		expect(scene.now).toBeLessThan(PATIENCE + 200);
		expect(scene.row).toHaveLength(12);
	});

	test('is waited for where another one has made the row at that moment', async () => {
		const scene = new Scene([LOCK]);
		let isFirst = true;
		scene.before = (method) => {
			if (method !== 'record' || !isFirst) return;
			isFirst = false;
			scene.row = undefined;
			throw new Error(UNIQUE);
		};
		held(await scene.lock().acquire());
		expect(scene.row).toEqual([LOCK]);
		expect(scene.now).toBeLessThan(PATIENCE + 200);
	});
});

describe('a row that is not ours', () => {
	test.each([[['one']], [['one', 'two', 'three']]])('is left as it was: %j', async (row) => {
		const scene = new Scene([...row]);
		await expect(scene.lock(() => 0.01).acquire()).rejects.toThrow('Clear Deduplication History');
		expect(scene.row).toEqual(row);
	});

	test.each([[undefined], [['one']]])(
		'is known by n8n’s word that it is of another kind: %j',
		async (row) => {
			const scene = new Scene(row);
			scene.before = (method) => {
				if (method === 'record') throw new Error('Incompatible setting');
			};
			await expect(scene.lock().acquire()).rejects.toThrow('Clear Deduplication History');
			expect(scene.times('record')).toHaveLength(1);
		},
	);
});
