import { sleep } from 'n8n-workflow';

import { pause } from '../../wire/pause';
import { inTurn } from '../inTurn';
import { again, ENTRIES_KEPT, isBusy, isOfOthers, isTaken, NAME, type Rows } from './n8nRows';

/** The entry that every lock has, and nobody else's row. */
const LOCK = `${NAME} lock`;

/** A lock has so many further entries at first, a random number of them: by their number one holder is told from the next. */
const MOST_MARKS = 200;

/** ms after which a holder that still works marks its lock again. */
const RENEW_AFTER = 2000;

/** ms for which a lock looks the same before it is taken over: a lease, and for statements that are still on their way. */
const PATIENCE = 13_000;

/**
 * ms after which whoever has taken over looks whether nobody else has: longer than statements are on their way. So long a
 * holder has since it has last marked its lock; afterwards it touches nothing any more, not even the lock.
 */
const SETTLE = 5000;

/** ms after which nobody waits any more. */
const LONGEST_WAIT = 60_000;

/** ms between two looks at a lock that somebody holds, at first and at most. */
const LOOKS = { first: 5, most: 60 };

/** n8n looks for each entry to remove in all that it keeps, and does nothing else meanwhile: 0.2 s for 250 of 100,000. */
const REMOVED_AT_ONCE = 250;

/** So many comparisons one holder may have n8n make, to take entries out: about a second. */
const COMPARISONS = 1e8;

const OF_OTHERS =
	"a 'Remove Duplicates' node has left entries where the lock of the keys stands; clear them with its operation 'Clear Deduplication History' and the scope 'Workflow'";

/** Of some entries that were added at once nobody can tell any more which of them were new. */
export class Unclear extends Error {
	/** How many of them were new. */
	readonly added: number;

	constructor(added: number, cause: unknown) {
		super(`recording was broken off: ${String(cause)}`);
		this.added = added;
	}
}

/**
 * What a node keeps over executions, for one execution at a time over all n8n processes: whoever has made the row of the
 * workflow has the lock, until it is deleted. A holder that was killed leaves its row; nobody can tell that from one that
 * works but by time. Who sees one size for longer than a holder has adds a random number of entries, waits, and has the
 * lock if there are still exactly so many: another one that takes over has added its own, a holder that lives has added a
 * mark or deleted the row.
 */
export class KeyStore {
	/** How often the lock was taken: what was begun under one number and not ended may be another's under the next. */
	hold = 0;
	/** How many entries the node has, as far as this holder knows. */
	private kept: number | undefined;
	/** ms until which the store is ours. */
	private until = 0;
	/** The first mark of our lock, which nobody else's has, and how many entries the lock has; '' without one. */
	private token = '';
	private size = 0;
	private readonly rows: Rows;
	private readonly place: string;

	/** `place`: the workflow, which within this process has its own queue. */
	constructor(rows: Rows, place: string) {
		this.rows = rows;
		this.place = place;
	}

	/** Does `work` while nobody else reads or writes. Throws where n8n's store can't be used, is taken for a minute, or `signal` is given before. */
	async exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		const locked = async () => {
			await this.lock(signal);
			this.kept = undefined;
			const done = new AbortController();
			const kept = this.keep(done.signal);
			try {
				return await work();
			} finally {
				done.abort();
				await kept;
				await this.release();
			}
		};
		return await inTurn(`keys of ${this.place}`, locked, signal);
	}

	/**
	 * Adds entries, all different; gives those that were new. Where the answer is lost, the count tells whether all were new,
	 * or it was not carried out; throws Unclear where some were.
	 */
	async add(entries: readonly string[], more = 5): Promise<Set<string>> {
		if (entries.length === 0) return new Set();
		const before = await this.known();
		await this.stayOurs();
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
		await this.stayOurs();
		return new Set(fresh);
	}

	/** Takes entries out, however often that fails, as long as the store is ours. */
	async remove(entries: readonly string[]): Promise<void> {
		for (let from = 0; from < entries.length; from += REMOVED_AT_ONCE) {
			const portion = entries.slice(from, from + REMOVED_AT_ONCE);
			this.kept = undefined;
			await this.whileOurs(async () => await this.rows.remove('node', portion));
		}
	}

	/** How many entries the node has; anybody may look, at any time. */
	async count(): Promise<number> {
		return await this.counted('node');
	}

	/** The same, while the store is ours. */
	async known(): Promise<number> {
		return (this.kept ??= await this.whileOurs(async () => await this.rows.count('node')));
	}

	/** How many entries a holder may take out: n8n seeks each through all that it keeps. */
	async removable(): Promise<number> {
		return Math.max(REMOVED_AT_ONCE, Math.ceil(COMPARISONS / Math.max(1, await this.known())));
	}

	private async counted(row: 'node' | 'workflow'): Promise<number> {
		return await again(
			async () => await this.rows.count(row),
			() => true,
		);
	}

	/** What a statement gives that may be carried out twice: asked for again while the store is ours, as long as it fails. */
	private async whileOurs<T>(statement: () => Promise<T>): Promise<T> {
		const end = performance.now() + PATIENCE;
		for (;;) {
			await this.stayOurs();
			try {
				return await statement();
			} catch (error) {
				if (performance.now() > end) throw error;
				await sleep(200 * Math.random());
			}
		}
	}

	/** Throws where somebody else may have taken the lock over. */
	private async stayOurs(): Promise<void> {
		if (performance.now() <= this.until || (await this.mark().catch(() => false))) return;
		throw new Error('recording took too long');
	}

	/** Marks the lock again and again, so that nobody takes it over while a statement takes its time. Never throws. */
	private async keep(signal: AbortSignal): Promise<void> {
		while (!(await pause(RENEW_AFTER, signal))) await this.mark().catch(() => undefined);
	}

	/**
	 * Adds a mark to our lock, with which the lease begins anew; says whether it is ours. If the last mark is so new that nobody
	 * can have settled since, whoever is about to take the lock over finds this one; else nobody may have added anything.
	 */
	private async mark(): Promise<boolean> {
		const asked = performance.now();
		const { token, size, until, rows } = this;
		// By one name until it is certain, so that a lost answer counts once.
		const mark = [LOCK, token, `${token} ${size}`];
		const fresh = (await this.counted('workflow')) > 0 ? await rows.record('workflow', mark) : mark;
		const isNew = performance.now() < until;
		const count = await this.counted('workflow');
		if (!fresh.includes(token) && (isNew || count === size + 1)) {
			this.held(token, count, asked);
			return true;
		}
		// It was gone a moment ago, and is there again by this: nobody must wait for it.
		if (fresh !== mark && fresh.length === mark.length) await rows.clear();
		this.token = '';
		this.until = 0;
		return false;
	}

	private async release(): Promise<void> {
		const work = async () => {
			// Else it may be somebody else's by now.
			if (performance.now() > this.until && !(await this.mark())) return;
			await this.rows.clear();
			this.token = '';
		};
		// Where that fails it comes free by itself, after some seconds.
		await again(work, isBusy).catch(() => undefined);
	}

	private async lock(signal: AbortSignal | undefined): Promise<void> {
		// Where the database was away our last one may still stand: then nobody has written since.
		if (this.token !== '' && (await this.mark().catch(() => false))) return;
		this.token = '';
		const began = performance.now();
		// Two that wait must not take over again and again at the same moment.
		const patience = PATIENCE + 2000 * Math.random();
		let seen = { size: -1, since: began };
		for (let wait = LOOKS.first; ; wait = Math.min(wait * 1.5, LOOKS.most)) {
			if (signal?.aborted) throw new Error('the execution was stopped');
			const size = await this.counted('workflow');
			if (size !== seen.size) seen = { size, since: performance.now() };
			if (size === 0 || performance.now() - seen.since > patience) {
				if (await this.take(size)) return void this.hold++;
				seen.size = -1;
			}
			if (performance.now() - began > LONGEST_WAIT)
				throw new Error('other executions of this workflow have kept its keys for a minute');
			await sleep(wait * (0.5 + Math.random()));
		}
	}

	/** Makes the lock's row, or takes over one of that size; says whether it is ours. */
	private async take(size: number): Promise<boolean> {
		const { rows } = this;
		const asked = performance.now();
		const token = `${LOCK} ${Date.now()} ${Math.random()}`;
		const more = Math.floor(MOST_MARKS * Math.random());
		const marks = Array.from({ length: more }, (_, index) => `${token} mark ${index}`);
		const entries = [LOCK, token, ...marks];
		const fresh = await again(async () => await rows.record('workflow', entries), isBusy).catch(
			(error: unknown) => {
				if (isTaken(error)) return [];
				throw isOfOthers(error) ? new Error(OF_OTHERS) : error;
			},
		);
		if (fresh.length === entries.length) {
			this.held(token, fresh.length, asked);
			// The lock was not in it: either the row was gone, and this has made it, or it is not ours.
			if (size === 0 || (await this.counted('workflow')) !== size + fresh.length) return true;
			this.token = '';
			await rows.remove('workflow', entries);
			throw new Error(OF_OTHERS);
		}
		if (size === 0 || fresh.length === 0) return false;
		await sleep(SETTLE);
		const settled = performance.now();
		if ((await this.counted('workflow')) !== size + fresh.length) return false;
		this.held(token, size + fresh.length, settled);
		return true;
	}

	/** The lock is ours, with so many entries, of which the last was added at that time. */
	private held(token: string, size: number, since: number): void {
		this.token = token;
		this.size = size;
		this.until = since + SETTLE;
	}
}
