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

/** The mixes that are tried. */
export const MIXES: Readonly<Record<string, Partial<Harm>>> = {
	calm: {},
	kills: { kills: 0.6 },
	slow: { stalls: 0.02 },
	'slow, with kills': { stalls: 0.05, kills: 0.6 },
	'processes that stand still': { stands: 0.03 },
	'statements that fail': { lost: 0.03 },
	'answers that are lost': { lostAfter: 0.03 },
	'an outage': { outage: 3000 },
	Stop: { stops: 0.6 },
	'all of that': {
		kills: 0.3,
		stops: 0.2,
		stalls: 0.01,
		lost: 0.01,
		lostAfter: 0.01,
		outage: 2000,
	},
};

/** What is tried: keys as an execution takes them. */
export interface Subject {
	claim(keys: string[]): Promise<ReadonlyMap<string, string>>;
	end(key: string, isKnown: boolean): void;
	giveBack(keys: string[]): Promise<void>;
	close(): Promise<void>;
}

const LATENCY_MS = 40;
/** As measured: 0.2 s for 250 of 100,000. */
const MS_A_COMPARISON = 8e-6;
const KEYS = ['A', 'B', 'C', 'D', 'E'];

export const passing = async (ms: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A message, as its sender knows it, and whether it arrived. */
interface Sending {
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

/** An execution that sends each key's message, as a delivery does; what it says of each. Never ends where it is killed. */
async function execute(
	world: World,
	{ context, isKilled }: ReturnType<World['process']>,
	subjectOf: (context: IExecuteFunctions) => Subject,
): Promise<Map<string, string>> {
	const subject = subjectOf(context);
	const said = new Map<string, string>();
	const own: Sending[] = [];
	const isStopped = () => context.getExecutionCancelSignal()?.aborted === true;
	const send = async (key: string): Promise<string> => {
		const chance = world.random();
		const outcome = chance < 0.7 ? 'accepted' : chance < 0.9 ? 'rejected' : 'unknown';
		const arrived = outcome === 'accepted' || (outcome === 'unknown' && world.random() < 0.5);
		const sending: Sending = { key, outcome, arrived, isKilled: true };
		world.sent.push(sending);
		own.push(sending);
		await passing(world.random() * 2000);
		await world.wait(isKilled);
		if (outcome === 'rejected') await subject.giveBack([key]).catch(() => undefined);
		else subject.end(key, outcome === 'accepted');
		return outcome;
	};
	// Retry On Fail, of what was refused or could not be claimed.
	for (let tries = 0; tries < 3; tries++) {
		let open = KEYS.filter((key) => !['accepted', 'unknown', 'used'].includes(said.get(key) ?? ''));
		while (open.length > 0 && !isStopped()) {
			const chunk = open.slice(0, 1 + Math.floor(world.random() * 3));
			const claimed = await subject.claim(chunk).catch(() => new Map<string, string>());
			open = open.slice(chunk.length);
			for (const key of chunk) {
				const state = claimed.get(key);
				if (state === undefined) said.set(key, 'not claimed');
				else if (state === 'busy') open.push(key);
				else if (state !== 'ours') said.set(key, state);
				else if (isStopped()) await subject.giveBack([key]).catch(() => undefined);
				else said.set(key, await send(key));
			}
			await world.wait(isKilled);
			if (chunk.every((key) => claimed.get(key) === 'busy'))
				await passing(250 + world.random() * 750);
		}
		await subject.close();
	}
	for (const sending of own) sending.isKilled = false;
	return said;
}

/** What went wrong where several executions of the same rows ran, by kind, and what was said. */
export async function race(
	seed: number,
	given: Partial<Harm>,
	subjectOf: (context: IExecuteFunctions) => Subject,
): Promise<string[]> {
	const harm = { ...NONE, ...given };
	const world = new World(seed, harm);
	// The lock's too: so a seed is a schedule.
	Math.random = world.random;
	const name = `${seed} ${JSON.stringify(harm)}`;
	const processes = Array.from({ length: 2 + (seed % 3) }, (_, index) =>
		world.process(`${name} ${index}`),
	);
	// A process may have two at a time.
	const running = processes.map(async (process) => {
		const executions = Array.from({ length: 1 + (Math.floor(seed / 6) % 2) }, async () => {
			await passing(world.random() * 1500);
			return await execute(world, process, subjectOf);
		});
		return await Promise.all(executions);
	});
	const living = running.filter((_, index) => {
		if (index > 0 && world.random() < harm.stops)
			setTimeout(processes[index]?.stop ?? (() => undefined), world.random() * 6000);
		const isVictim = index > 0 && world.random() < harm.kills;
		if (isVictim) setTimeout(processes[index]?.kill ?? (() => undefined), world.random() * 6000);
		return !isVictim;
	});
	const said = (await inTime(Promise.all(living))).flat();
	world.isCalm = true;
	const sent = [...world.sent];
	const audit = await inTime(execute(world, world.process(`${name} audit`), subjectOf));
	return KEYS.flatMap((key) => {
		const own = sent.filter((one) => one.key === key);
		const arrived = own.filter((one) => one.arrived);
		const inDoubt = own.filter((one) => one.outcome === 'unknown' || one.isKilled);
		const later = audit.get(key);
		const isKnown = own.some((one) => one.outcome === 'accepted' && !one.isKilled);
		const isDoubtful = inDoubt.some(({ outcome }) => outcome !== 'rejected') && !isKnown;
		return [
			...(arrived.length > 1 ? [`sent twice ${seed} ${key}`] : []),
			...(later === 'used' && arrived.length === 0 ? [`lost ${seed} ${key}`] : []),
			...(isKnown && later !== 'used' ? [`forgotten ${seed} ${key} ${later}`] : []),
			...(isDoubtful && later !== 'unknown' && !(later === 'used' && arrived.length > 0)
				? [`doubt lost ${seed} ${key} ${later}`]
				: []),
			...(later === 'unknown' && inDoubt.length === 0 ? [`false unknown ${seed} ${key}`] : []),
			...said.flatMap((one) =>
				one.get(key) === 'unknown' && inDoubt.length === 0
					? [`false unknown said ${seed} ${key}`]
					: [],
			),
			...said.flatMap((one) =>
				one.get(key) === 'not claimed' ? [`not claimed ${seed} ${key}`] : [],
			),
		];
	});
}
