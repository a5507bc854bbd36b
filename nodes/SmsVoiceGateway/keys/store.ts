import { sleep } from 'n8n-workflow';

import { inTurn } from '../host/inTurn';
import { LostLock, StoreLock } from './lock';
import { countOf, withRetries, ENTRIES_KEPT, NAME, type Rows } from './n8nRows';

/** n8n looks for each entry to remove in all that it keeps, and does nothing else meanwhile: 0.2 s for 250 of 100,000. */
const REMOVED_AT_ONCE = 250;

/** So many comparisons one holder may have n8n make, to take entries out: about two seconds. */
const COMPARISONS = 2e8;

/** ms for which what failed is tried again, as long as the store is ours. */
const LONGEST_TRY = 13_000;

/** How often the store may be lost before the work is given up. */
const LOST_AT_MOST = 5;

/** Of some entries that were added at once nobody can tell any more which of them were new. */
export class Unclear extends Error {
	/** How many of them were new. */
	readonly added: number;

	constructor(added: number, cause: unknown) {
		super(`recording was broken off: ${String(cause)}`);
		this.added = added;
	}
}

/** What a node keeps over executions, for one execution at a time over all n8n processes. */
export class KeyStore {
	/** How many entries the node has, as far as this holder knows. */
	private kept: number | undefined;
	/** Whether this holder has added or taken out anything. */
	private hasWritten = false;
	private readonly lock: StoreLock;
	private readonly rows: Rows;
	private readonly place: string;

	/** `place`: the workflow, which within this process has its own queue. */
	constructor(rows: Rows, place: string) {
		this.rows = rows;
		this.place = place;
		this.lock = new StoreLock(rows);
	}

	/** How often the store became ours: what was begun under one number and not ended may be another's under the next. */
	get hold(): number {
		return this.lock.hold;
	}

	/**
	 * Does `work` while nobody else reads or writes, and from its beginning where the store was lost to another one before
	 * anything was written. Throws where n8n's store can't be used, its lock can't be had, or `signal` is given before.
	 */
	async exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const fromAnew = async () => {
			this.kept = undefined;
			this.hasWritten = false;
			return await work();
		};
		const locked = async () => await this.lock.around(fromAnew, signal);
		const isWorthIt = (error: unknown) => error instanceof LostLock && !this.hasWritten;
		const untilKept = async () => await withRetries(locked, isWorthIt, LOST_AT_MOST);
		return await inTurn(`keys of ${this.place}`, untilKept, signal);
	}

	/**
	 * Adds entries, all different; gives those that were new. Where the answer is lost, the count tells whether all were new,
	 * or it was not carried out; throws Unclear where some were.
	 */
	async add(entries: readonly string[], more = 5): Promise<Set<string>> {
		if (entries.length === 0) return new Set();
		const before = await this.known();
		await this.lock.stayOurs();
		this.hasWritten = true;
		const fresh = await this.rows.record('node', entries).catch(async (error: unknown) => {
			await sleep(200 * Math.random());
			this.kept = undefined;
			const added = (await this.known()) - before;
			if (added === 0 && more > 0) return undefined;
			if (added === entries.length) return entries;
			throw added > 0 ? new Unclear(added, error) : error;
		});
		if (fresh === undefined) return await this.add(entries, more - 1);
		this.kept = Math.min(ENTRIES_KEPT, before + fresh.length);
		// Else another one may have written meanwhile, and this has put back what was there before.
		await this.lock.stayOurs();
		return new Set(fresh);
	}

	/** Takes entries out, however often that fails, as long as the store is ours. */
	async remove(entries: readonly string[]): Promise<void> {
		for (let from = 0; from < entries.length; from += REMOVED_AT_ONCE) {
			const portion = entries.slice(from, from + REMOVED_AT_ONCE);
			this.kept = undefined;
			this.hasWritten = true;
			await this.whileOurs(async () => await this.rows.remove('node', portion));
		}
	}

	/** How many entries the node has; anybody may look, at any time. */
	async count(): Promise<number> {
		return await countOf(this.rows, 'node');
	}

	/** The same, while the store is ours. */
	async known(): Promise<number> {
		return (this.kept ??= await this.whileOurs(async () => await this.rows.count('node')));
	}

	/** How many entries a holder may take out: n8n seeks each through all that it keeps. */
	async removable(): Promise<number> {
		return Math.max(REMOVED_AT_ONCE, Math.ceil(COMPARISONS / Math.max(1, await this.known())));
	}

	/** What a statement gives that may be carried out twice: asked for again while the store is ours, as long as it fails. */
	private async whileOurs<T>(statement: () => Promise<T>): Promise<T> {
		const end = performance.now() + LONGEST_TRY;
		const work = async () => {
			await this.lock.stayOurs();
			return await statement();
		};
		const isWorthIt = (error: unknown) => !(error instanceof LostLock) && performance.now() <= end;
		return await withRetries(work, isWorthIt, Infinity);
	}
}

/** Of so many parts that are asked for one after the other, each is so small that a lost answer harms little. */
const PARTS = 20;

/**
 * That a message was sent, recorded beside its key. Two entries: the store can only be asked what was new to it, and who is
 * killed while asking leaves what it has asked for. So the first alone says nothing.
 */
const sentEntry = (key: string): string => `${NAME} sent ${key}`;
const indeedEntry = (key: string): string => `${NAME} indeed sent ${key}`;

/** What is recorded beside a key when its message was sent. */
export const factOf = (key: string): [string, string] => [sentEntry(key), indeedEntry(key)];

/**
 * Those of the keys beside which it stands that they were sent; what asking adds is taken out again. The second entry is
 * asked for only where the first was there, or nobody can tell whether it was.
 */
export async function sentOf(store: KeyStore, keys: readonly string[]): Promise<Set<string>> {
	let part = keys.length;
	const firsts = await store.add(keys.map(sentEntry)).catch((error: unknown) => {
		if (!(error instanceof Unclear)) throw error;
		part = Math.ceil(keys.length / PARTS);
		return new Set<string>();
	});
	const left = keys.filter((key) => !firsts.has(sentEntry(key)));
	const seconds = new Set<string>();
	for (let from = 0; from < left.length; from += part) {
		const asked = left.slice(from, from + part).map(indeedEntry);
		const fresh = await store.add(asked).catch((error: unknown) => {
			// Then all of these are in doubt: better than that one of them passes for sent.
			if (error instanceof Unclear) return asked;
			throw error;
		});
		for (const entry of fresh) seconds.add(entry);
	}
	const sent = new Set(left.filter((key) => !seconds.has(indeedEntry(key))));
	const doubtful = keys.filter((key) => !sent.has(key));
	await store.remove(
		doubtful.flatMap((key) =>
			seconds.has(indeedEntry(key)) ? [sentEntry(key), indeedEntry(key)] : [sentEntry(key)],
		),
	);
	return sent;
}
