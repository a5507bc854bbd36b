import type { IExecuteFunctions } from 'n8n-workflow';

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

/** How statements and processes are harmed: chances, and ms. */
export const NONE = {
	kills: 0,
	/** Executions that a person stops. */
	stops: 0,
	/** A statement that takes up to four seconds more. */
	stalls: 0,
	/** Calls of n8n's store behind which a process stands still, for up to forty seconds. */
	stands: 0,
	/** A statement that is not carried out, and says so. */
	lost: 0,
	/** A statement that is carried out, whose answer is lost. */
	lostAfter: 0,
	/** ms for which no statement is carried out, from some moment on. */
	outage: 0,
};
export type Harm = typeof NONE;

const LATENCY_MS = 40;
/** As measured: 0.2 s for 250 of 100,000. */
const MS_A_COMPARISON = 8e-6;

export const passing = async (ms: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A message, as its sender knows it, and whether it arrived. */
export interface Sending {
	key: string;
	outcome: 'accepted' | 'rejected' | 'unknown';
	arrived: boolean;
	/** Whether its sender was killed before it had recorded what became of it. */
	isKilled: boolean;
}

/** n8n's deduplication store, read and then written as a whole, statement by statement, for several processes. */
export class World {
	readonly random: () => number;
	readonly sent: Sending[] = [];
	/** What n8n has kept of the node since the world began. */
	get entries(): readonly string[] {
		return this.rows.node ?? [];
	}
	isCalm = false;
	/** Statements so far, and those of them that wrote the node's row. */
	statements = 0;
	writes = 0;
	private readonly rows: Record<string, readonly string[] | undefined> = {};
	private readonly harm: Harm;
	private readonly outage: number;
	private readonly kept: number;

	/** `kept`: how many entries of earlier keys the node has besides. */
	constructor(seed: number, harm: Harm, kept = 0) {
		this.random = randomFrom(seed);
		this.harm = harm;
		this.kept = kept;
		this.outage = Date.now() + this.random() * 3000;
	}

	/** A process of its own: what it is at ends for ever where it is killed. */
	process(name: string): {
		context: IExecuteFunctions;
		kill(): void;
		isKilled(): boolean;
		stop(): void;
	} {
		let isKilled = false;
		const stop = new AbortController();
		const statement = async <T>(work: () => T): Promise<T> => {
			const { random, harm } = this;
			this.statements++;
			await this.wait(() => isKilled);
			if (!this.isCalm && random() < harm.stalls) await passing(random() * 4000);
			const isOut =
				!this.isCalm && Date.now() >= this.outage && Date.now() < this.outage + harm.outage;
			if (isOut || (!this.isCalm && random() < harm.lost)) throw new Error('connection lost');
			const result = work();
			await this.wait(() => isKilled);
			if (!this.isCalm && random() < harm.lostAfter) throw new Error('connection lost');
			return result;
		};
		const { rows } = this;
		const still = async () => {
			if (!this.isCalm && this.random() < this.harm.stands) await passing(this.random() * 40_000);
		};
		const read = async (scope: string) => await statement(() => rows[scope]);
		const update = async (scope: string, entries: readonly string[]) => {
			if (scope === 'node') this.writes++;
			await statement(() => {
				if (rows[scope] !== undefined) rows[scope] = entries;
			});
		};
		const keptIn = (scope: string) => (scope === 'node' ? this.kept : 0);
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
				// n8n looks for each of them in all that it keeps.
				const compared = entries.length * (found.length + keptIn(scope));
				await passing(compared * MS_A_COMPARISON);
				await update(
					scope,
					found.filter((entry) => !removed.has(entry)),
				);
			},
			getProcessedDataCount: async (scope: string) =>
				((await read(scope))?.length ?? 0) + keptIn(scope),
			clearAllProcessedItems: async (scope: string) =>
				await statement(() => {
					rows[scope] = undefined;
				}),
		};
		const calls = Object.entries<(...given: never[]) => Promise<unknown>>(helpers);
		const slowed = calls.map(([name, call]) => [
			name,
			async (...given: never[]) => {
				const result = await call(...given);
				await still();
				return result;
			},
		]);
		const context = {
			helpers: Object.fromEntries(slowed) as typeof helpers,
			// What a process remembers by the workflow is not that of another process.
			getWorkflow: () => ({ id: name }),
			getNode: () => ({ id: 'node' }),
			getTimezone: () => 'UTC',
			getExecutionCancelSignal: () => stop.signal,
			logger: { warn: () => undefined },
		} as unknown as IExecuteFunctions;
		return {
			context,
			kill: () => void (isKilled = true),
			isKilled: () => isKilled,
			stop: () => stop.abort(),
		};
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
