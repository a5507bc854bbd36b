import { jest } from '@jest/globals';

import type { LockRow } from '../../../../nodes/SmsVoiceGateway/engine/keys/lockRow.ts';
import type { CLOCK } from '../../../../nodes/SmsVoiceGateway/engine/keys/storeLock.ts';

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** Time that passes from one event to the next, and the events that wait for it. */
export class World {
	now = 0;
	private readonly events: Array<{ at: number; happen: () => void }> = [];

	at(moment: number, happen: () => void): void {
		const after = this.events.findIndex(({ at }) => at > moment);
		this.events.splice(after < 0 ? this.events.length : after, 0, { at: moment, happen });
	}

	/** Lets everything happen, in order; ends when nothing is to come, or at `end`. */
	async run(end: number): Promise<void> {
		for (let event = this.events.shift(); event; event = this.events.shift()) {
			if (event.at > end) return;
			this.now = event.at;
			event.happen();
			await new Promise(setImmediate);
		}
	}
}

/** The table's one row, in the database that all processes use. */
export interface Table {
	row?: readonly string[] | undefined;
}

/** A process that is killed, or stopped for a while, whatever it is at. */
export class Process {
	private killed = false;
	private stoppedUntil = 0;
	private readonly world: World;
	private readonly random: () => number;

	constructor(world: World, random: () => number) {
		this.world = world;
		this.random = random;
	}

	get isDead(): boolean {
		return this.killed;
	}

	kill(): void {
		this.killed = true;
	}

	stop(milliseconds: number): void {
		this.stoppedUntil = Math.max(this.stoppedUntil, this.world.now + milliseconds);
	}

	/** WriteBehind after some time, later where the process is stopped meanwhile, and never where it was killed. */
	async wait(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => {
			const wake = () => {
				if (this.killed) return;
				if (this.stoppedUntil > this.world.now) this.world.at(this.stoppedUntil, wake);
				else resolve();
			};
			this.world.at(this.world.now + milliseconds, wake);
		});
	}

	clock(): typeof CLOCK {
		return {
			now: () => this.world.now,
			sleep: async (milliseconds) => await this.wait(milliseconds),
		};
	}

	/** A statement: what was sent is carried out, whatever becomes of the process meanwhile. */
	async statement<T>(work: () => T): Promise<T> {
		const there = this.random() * 40;
		const back = this.random() * 40;
		let result = { error: new Error('not carried out') } as { value: T } | { error: unknown };
		this.world.at(this.world.now + there, () => {
			try {
				result = { value: work() };
			} catch (error) {
				result = { error };
			}
		});
		await this.wait(there + back);
		if ('error' in result) throw result.error;
		return result.value;
	}

	/** The row as n8n's helper uses it (2.41, deduplication-helper): read, then made or written as a whole. */
	row(table: Table): LockRow {
		const write = async (entries: readonly string[]) =>
			await this.statement(() => {
				if (table.row !== undefined) table.row = entries;
			});
		return {
			count: async () => await this.statement(() => table.row?.length ?? 0),
			record: async (entries) => {
				const found = await this.statement(() => table.row);
				if (found === undefined) {
					await this.statement(() => {
						if (table.row !== undefined) throw new Error('UNIQUE constraint failed');
						table.row = entries;
					});
					return entries;
				}
				const fresh = entries.filter((entry) => !found.includes(entry));
				await write([...found, ...fresh]);
				return fresh;
			},
			remove: async (entries) => {
				const found = await this.statement(() => table.row);
				if (found !== undefined) await write(found.filter((entry) => !entries.includes(entry)));
			},
			clear: async () =>
				await this.statement(() => {
					table.row = undefined;
				}),
		};
	}
}

/** What is waited for, while time passes on the fake clock, and the milliseconds that it took there. */
export async function inTime<T>(working: Promise<T>): Promise<{ result: T; took: number }> {
	const began = Date.now();
	let ended: number | undefined;
	const noted = working.finally(() => (ended = Date.now()));
	noted.catch(() => undefined);
	for (let step = 0; step < 20_000 && ended === undefined; step++) {
		if (Date.now() - began > 150_000) break;
		await jest.advanceTimersToNextTimerAsync();
	}
	if (ended === undefined) throw new Error('It does not end');
	return { result: await noted, took: ended - began };
}
