import { jest } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { randomFrom } from './races.ts';

const LATENCY_MS = 40;

/** How statements and processes are harmed. */
export interface Harm {
	kills: number;
	/** A statement that is not carried out, and says so. */
	lost: number;
	/** A statement that is carried out, whose answer is lost. */
	lostAfter: number;
	/** ms for which no statement is carried out, from some moment on. */
	outage: number;
}
export const NONE: Harm = { kills: 0, lost: 0, lostAfter: 0, outage: 0 };

export const passing = async (ms: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, ms));

let worlds = 0;

/** n8n's deduplication store, read and then written as a whole, statement by statement, for several processes. */
export class World {
	readonly random: () => number;
	readonly seed: number;
	private readonly rows: Record<string, readonly string[] | undefined> = {};
	private readonly harm: Harm;
	private readonly outage: number;
	private readonly id = ++worlds;
	private processes = 0;
	isCalm = false;
	/** How many there were. */
	statements = 0;

	constructor(seed: number, harm: Harm) {
		this.random = randomFrom(seed);
		this.seed = seed;
		this.harm = harm;
		this.outage = Date.now() + this.random() * 3000;
	}

	/** How many entries a row has. */
	entries(scope: string): number {
		return this.rows[scope]?.length ?? 0;
	}

	/** A process of its own: what it is at ends for ever where it is killed. */
	process(): { context: IExecuteFunctions; kill: () => void; isKilled: () => boolean } {
		let isKilled = false;
		const statement = async <T>(work: () => T): Promise<T> => {
			this.statements++;
			await this.wait(() => isKilled);
			const { random, harm } = this;
			const isOut =
				!this.isCalm && Date.now() >= this.outage && Date.now() < this.outage + harm.outage;
			if (isOut || (!this.isCalm && random() < harm.lost)) throw new Error('connection lost');
			const result = work();
			await this.wait(() => isKilled);
			if (!this.isCalm && random() < harm.lostAfter) throw new Error('connection lost');
			return result;
		};
		const { rows } = this;
		const read = async (scope: string) => await statement(() => rows[scope]);
		const update = async (scope: string, entries: readonly string[]) =>
			await statement(() => {
				if (rows[scope] !== undefined) rows[scope] = entries;
			});
		const helpers = {
			checkProcessedAndRecord: async (entries: string[], scope: string) => {
				const found = await read(scope);
				if (found === undefined) {
					await statement(() => {
						if (rows[scope] !== undefined) throw new Error('UNIQUE constraint failed');
						rows[scope] = entries;
					});
					return { new: entries, processed: [] };
				}
				const known = new Set(found);
				const fresh = entries.filter((entry) => !known.has(entry));
				await update(scope, [...found, ...fresh]);
				return { new: fresh, processed: entries.filter((entry) => known.has(entry)) };
			},
			removeProcessed: async (entries: string[], scope: string) => {
				const found = await read(scope);
				if (found === undefined) return;
				const removed = new Set(entries);
				await update(
					scope,
					found.filter((entry) => !removed.has(entry)),
				);
			},
			getProcessedDataCount: async (scope: string) => (await read(scope))?.length ?? 0,
			clearAllProcessedItems: async (scope: string) =>
				await statement(() => {
					rows[scope] = undefined;
				}),
		};
		const workflow = `${this.id} ${++this.processes}`;
		const context = {
			helpers,
			// What a process remembers by the workflow is not that of another process.
			getWorkflow: () => ({ id: workflow }),
			getNode: () => ({ id: 'node' }),
			getExecutionCancelSignal: () => undefined,
			logger: { warn: () => undefined },
		} as unknown as IExecuteFunctions;
		return { context, kill: () => (isKilled = true), isKilled: () => isKilled };
	}

	/** A statement on its way. Of a process that was killed nothing goes on. */
	async wait(isKilled: () => boolean): Promise<void> {
		await passing(this.random() * LATENCY_MS);
		if (isKilled()) await new Promise(() => undefined);
	}
}

/** Lets time pass until some work has ended, or a day. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
	let isOver = false;
	const noted = work.finally(() => (isOver = true));
	noted.catch(() => undefined);
	const end = Date.now() + 24 * 3600_000;
	while (!isOver && Date.now() < end) await jest.advanceTimersToNextTimerAsync();
	if (!isOver) throw new Error('It does not end');
	return await noted;
}
