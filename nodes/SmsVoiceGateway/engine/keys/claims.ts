import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { canonicalNumber } from '../../numbers/formatNumber';
import { windowAt } from '../../time/hours';
import type { Row } from '../row/row';
import type { RunContext } from '../runContext';
import { Keys, type State } from './keys';
import { rowsOf } from './n8nRows';
import { Slots } from './slots';
import { KeyStore } from './store';

/** Gives the run what it keeps over executions: where rows have keys, n8n retries them, or their numbers have a limit. */
export function openClaims(rows: readonly Row[], runContext: RunContext): void {
	const { overItems, memory, settings } = runContext;
	const isKept =
		rows.some(({ key }) => key !== undefined) ||
		settings.limits.maxPerNumber > 0 ||
		memory.retried !== undefined;
	if (overItems !== undefined && isKept)
		memory.claims ??= new Claims(overItems, keptOf(runContext));
}

/**
 * What a run keeps. With *Forget After* a key's name begins with its window, as it is when the run begins. In an n8n Retry each
 * row has a key.
 */
export function keptOf({ operation, settings, memory, context }: RunContext): Kept {
	const { limits, numberFormat, sendOnce, resendUnknown } = settings;
	const { hours } = sendOnce;
	const within = hours > 0 ? `${windowAt(Date.now(), hours, context.getTimezone()).name}: ` : '';
	return {
		keysOf: ({ key, plainKey, id }) =>
			key === undefined
				? [memory.retried?.keys.get(id) ?? []].flat()
				: [...new Set([key, plainKey ?? key])].map((one) => `${within}${one}`),
		numbersOf: ({ fields }) =>
			(operation.recipients?.(fields) ?? []).map((number) => canonicalNumber(number, numberFormat)),
		maxPerNumber: limits.maxPerNumber,
		perHours: limits.perHours,
		again: resendUnknown,
	};
}

/** ms between two tries to record what has ended, while n8n's database is away. */
const OUTAGE = [0, 250, 500, 1000, 2000, 4000, 8000, 16_000];

/** What becomes of a row: as its key, or `full` where a number of its has had its messages until then (epoch ms). */
export type Claim =
	{ state: State } | { state: 'full'; number: string; until: number; mayYet: boolean };

/** What is kept of rows over executions, and when. */
interface Kept {
	/** The names of a row's keys, all different; none where it has none. It may leave where all of them are free. */
	keysOf(row: Row): readonly string[];
	/** The numbers of a row, each in one writing only. */
	numbersOf(row: Row): readonly string[];
	/** How many messages a number may have within so many hours; 0: no limit. */
	maxPerNumber: number;
	perHours: number;
	/** Whether what may have been sent is sent again. */
	again: boolean;
}

/** What rows take, before they leave, of what n8n keeps over executions: their keys, and slots of their numbers. */
export class Claims {
	private readonly context: IExecuteFunctions;
	private readonly kept: Kept;
	private readonly store: KeyStore;
	private readonly keys: Keys;
	private readonly slots: Slots;

	constructor(context: IExecuteFunctions, kept: Kept) {
		const workflow = String(context.getWorkflow().id);
		this.context = context;
		this.kept = kept;
		this.store = new KeyStore(rowsOf(context), workflow);
		this.keys = new Keys(this.store, JSON.stringify([workflow, context.getNode().id]));
		this.slots = new Slots(this.store, kept.maxPerNumber, kept.numbersOf);
	}

	/** How many keys of earlier runs those of this run have pushed out. */
	get pushedOut(): number {
		return this.keys.pushedOut;
	}

	/**
	 * What becomes of rows of which no two have the same key; the free ones have theirs and their slots until `end` or
	 * `free`. Throws where n8n's store can't be used, and where the execution is stopped meanwhile.
	 */
	async take(rows: readonly Row[]): Promise<Map<Row, Claim>> {
		const { maxPerNumber, perHours, again } = this.kept;
		return await this.exclusively(async () => {
			const states = await this.keys.take([...new Set(this.keysOf(rows))], again);
			const claims = new Map<Row, Claim>();
			const needless: string[] = [];
			for (const row of rows) {
				const own = Map.groupBy(this.kept.keysOf(row), (key) => states.get(key) ?? 'busy');
				const state = (['used', 'unknown', 'busy'] as const).find((one) => own.has(one)) ?? 'free';
				claims.set(row, { state });
				const free = state === 'free' ? [] : (own.get('free') ?? []);
				if (state === 'busy') needless.push(...free);
				else for (const key of free) this.keys.end(key, state === 'used' ? 'sent' : 'unknown');
			}
			await this.keys.free(needless);
			if (maxPerNumber === 0) return claims;
			const free = rows.filter((row) => claims.get(row)?.state === 'free');
			const { name, until } = windowAt(Date.now(), perHours, this.context.getTimezone());
			const full = await this.slots.take(free, name);
			for (const { row, ...said } of full) claims.set(row, { state: 'full', until, ...said });
			await this.keys.free(this.keysOf(full.map(({ row }) => row)));
			return claims;
		});
	}

	/** A row's message was sent, or nobody knows. */
	end(row: Row, fact: 'sent' | 'unknown'): void {
		for (const key of this.kept.keysOf(row)) this.keys.end(key, fact);
		this.slots.end(row);
	}

	/** Rows were not sent: they have no key and no slot any more. Throws where n8n's store can't be used. */
	async free(rows: readonly Row[]): Promise<void> {
		await this.exclusively(async () => {
			await this.keys.free(this.keysOf(rows));
			await this.slots.free(rows);
		}, false);
	}

	/** Records what has ended. Throws where n8n's store can't be used. */
	async record(): Promise<void> {
		if (this.keys.unrecorded === 0) return;
		await this.exclusively(async () => void (await this.keys.recordEnded([])), false);
	}

	/** Frees what is left, and records what has ended, as long as an outage of the database may take. Never throws. */
	async close(): Promise<void> {
		this.keys.leave();
		for (const wait of OUTAGE) {
			if (!this.keys.isOpen) return;
			await sleep(wait);
			await this.exclusively(async () => await this.keys.close(), false).catch(() => undefined);
		}
		if (this.keys.unrecorded > 0)
			this.context.logger.warn(
				`${this.keys.unrecorded} keys of messages that were sent could not be recorded: a later run takes these for unknown`,
			);
	}

	/** The keys of rows, all different, that were used, and those of which nobody knows; nothing is recorded. */
	async lookUp(rows: readonly Row[]) {
		const found = { used: new Set<string>(), doubtful: new Set<string>() };
		await this.exclusively(async () => {
			if ((await this.store.count()) === 0) return;
			// What asking adds and takes out again must push out no key.
			for (let from = 0; from < rows.length; from += 2000) {
				const some = rows.slice(from, from + 2000);
				const { used, doubtful } = await this.keys.lookUp([...new Set(this.keysOf(some))]);
				for (const row of some) {
					const { key = '' } = row;
					if (this.kept.keysOf(row).some((one) => used.has(one))) found.used.add(key);
					if (this.kept.keysOf(row).some((one) => doubtful.has(one))) found.doubtful.add(key);
				}
			}
		});
		return found;
	}

	/** What a row is known by in its run: of two rows with the same only one is taken at a time. */
	keyOf(row: Row): string | undefined {
		return this.kept.keysOf(row)[0];
	}

	private keysOf(rows: readonly Row[]): string[] {
		return rows.flatMap((row) => this.kept.keysOf(row));
	}

	private async exclusively<T>(work: () => Promise<T>, isStoppable = true): Promise<T> {
		const signal = isStoppable ? this.context.getExecutionCancelSignal() : undefined;
		return await this.store.exclusively(work, signal).catch(async (error: unknown) => {
			// What it has left it with, no other execution of this process may wait for without end.
			this.keys.leave();
			return await Promise.reject(error);
		});
	}
}
