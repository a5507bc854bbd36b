import { sleep } from 'n8n-workflow';

import { inTurn } from '../inTurn';
import { again, isBusy, isOfOthers, isTaken, NAME, type Rows } from './n8nRows';

/** The entry that every lock has, and nobody else's row. */
const LOCK = `${NAME} lock`;

/** A lock has so many further entries at most, a random number of them: by their number one holder is told from the next. */
const MOST_MARKS = 200;

/** ms that a holder has; afterwards it touches nothing any more, not even the lock. */
const LEASE = 8000;

/** ms for which a lock looks the same before it is taken over: a lease, and for statements that are still on their way. */
const PATIENCE = 13_000;

/** ms after which whoever has taken over looks whether nobody else has: longer than statements are on their way. */
const SETTLE = 5000;

/** ms after which nobody waits any more. */
const LONGEST_WAIT = 60_000;

/** ms between two looks at a lock that somebody holds, at first and at most. */
const LOOKS = { first: 5, most: 60 };

/** n8n looks for each entry to remove in all that it keeps, and does nothing else meanwhile: 0.2 s for 250 of 100,000. */
const REMOVED_AT_ONCE = 250;

const OF_OTHERS =
	"a 'Remove Duplicates' node has left entries where the lock of the keys stands; clear them with its operation 'Clear Deduplication History' and the scope 'Workflow'";

/**
 * What a node keeps over executions, for one execution at a time over all n8n processes: whoever has made the row of the
 * workflow has the lock, until it is deleted. A holder that was killed leaves its row; nobody can tell that from one that
 * works but by time. Who sees one size for longer than a holder has adds a random number of entries, waits, and has the
 * lock if there are still exactly so many: another one that takes over has added its own, and a holder that lives has deleted
 * the row.
 */
export class KeyStore {
	/** ms since the epoch until which the store is ours. */
	private until = 0;
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
			try {
				return await work();
			} finally {
				await this.release();
			}
		};
		return await inTurn(`keys of ${this.place}`, locked, signal);
	}

	/** Adds entries, all different; gives those that were new. */
	async record(entries: readonly string[]): Promise<Set<string>> {
		if (entries.length === 0) return new Set();
		const work = async () => await this.rows.record('node', this.ours(entries));
		const fresh = await again(work, (error) => isBusy(error) || isTaken(error));
		// Else another one may have written meanwhile, and this has put back what was there before.
		return new Set(this.ours(fresh));
	}

	/** The same; where the answer is lost, the count tells whether all were new, or it was not carried out. Throws where some were. */
	async recordCounted(entries: readonly string[], more = 5): Promise<Set<string>> {
		if (entries.length === 0) return new Set();
		const before = await this.count();
		return await this.record(entries).catch(async (error: unknown) => {
			const added = (await this.count()) - before;
			if (added === 0 && more > 0) return await this.recordCounted(entries, more - 1);
			if (added === entries.length) return new Set(entries);
			throw error;
		});
	}

	/** Takes entries out. */
	async remove(entries: readonly string[]): Promise<void> {
		for (let from = 0; from < entries.length; from += REMOVED_AT_ONCE) {
			const some = entries.slice(from, from + REMOVED_AT_ONCE);
			// Again, whatever failed: while it is ours, that does no harm.
			await again(
				async () => await this.rows.remove('node', this.ours(some)),
				() => true,
			);
		}
	}

	/** How many there are. */
	async count(row: 'node' | 'workflow' = 'node'): Promise<number> {
		return await again(
			async () => await this.rows.count(row),
			() => true,
		);
	}

	/** What is read or written, while the store is ours. */
	private ours<T>(entries: T): T {
		if (Date.now() > this.until) throw new Error('recording took too long');
		return entries;
	}

	private async release(): Promise<void> {
		const work = async () => {
			// Else it may be somebody else's by now.
			if (Date.now() <= this.until) await this.rows.clear();
		};
		// Where that fails it comes free by itself, after some seconds.
		await again(work, isBusy).catch(() => undefined);
		this.until = 0;
	}

	private async lock(signal: AbortSignal | undefined): Promise<void> {
		const began = Date.now();
		// Two that wait must not take over again and again at the same moment.
		const patience = PATIENCE + 2000 * Math.random();
		let seen = { size: -1, since: began };
		for (let wait = LOOKS.first; ; wait = Math.min(wait * 1.5, LOOKS.most)) {
			if (signal?.aborted) throw new Error('the execution was stopped');
			const size = await this.count('workflow');
			if (size !== seen.size) seen = { size, since: Date.now() };
			if (size === 0 || Date.now() - seen.since > patience) {
				if (await this.take(size)) return;
				seen.size = -1;
			}
			if (Date.now() - began > LONGEST_WAIT)
				throw new Error('other executions of this workflow have kept its keys for a minute');
			await sleep(wait * (0.5 + Math.random()));
		}
	}

	/** Makes the lock's row, or takes over one of that size; says whether it is ours. */
	private async take(size: number): Promise<boolean> {
		const { rows } = this;
		const asked = Date.now();
		const token = `${LOCK} ${asked} ${Math.random()}`;
		const marks = Array.from(
			{ length: Math.ceil(MOST_MARKS * Math.random()) },
			(_, index) => `${token} ${index}`,
		);
		const entries = [LOCK, ...marks];
		const fresh = await again(async () => await rows.record('workflow', entries), isBusy).catch(
			(error: unknown) => {
				if (isTaken(error)) return [];
				throw isOfOthers(error) ? new Error(OF_OTHERS) : error;
			},
		);
		this.until = asked + LEASE;
		if (fresh.length === entries.length) {
			// The lock was not in it: either the row was gone, and this has made it, or it is not ours.
			if (size === 0 || (await this.count('workflow')) !== size + fresh.length) return true;
			await rows.remove('workflow', entries);
			throw new Error(OF_OTHERS);
		}
		if (size === 0 || fresh.length === 0) return false;
		await sleep(SETTLE);
		this.until = Date.now() + LEASE;
		return (await this.count('workflow')) === size + marks.length;
	}
}
