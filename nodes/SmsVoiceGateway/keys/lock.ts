import { sleep } from 'n8n-workflow';

import { pause } from '../wire/pause';
import {
	countOf,
	withRetries,
	isBusy,
	isOfOthers,
	isThereAlready,
	NAME,
	type Rows,
} from './n8nRows';

/** The entry that every lock has, and nobody else's row. */
const LOCK = `${NAME} lock`;

/** A lock has so many further entries at first, a random number of them: by their number one holder is told from the next. */
const MOST_MARKS = 200;

/** ms after which a holder that still works marks its lock again, from the moment it has asked for its last mark. */
const RENEW_AFTER = 2000;

/** ms for which a lock looks the same before it is taken over: a lease, and for statements that are still on their way. */
const PATIENCE = 13_000;

/**
 * ms after which whoever has taken over looks whether nobody else has: longer than statements are on their way. So long a
 * holder has since it has last marked its lock; afterwards it touches nothing any more, not even the lock.
 */
const SETTLE = 5000;

/** ms between two tries to mark the lock at least, where the database is away. */
const SHORTEST_WAIT = 200;

/** ms after which nobody waits any more for a lock that has not changed: others may have their turn for longer, one after the other. */
const LONGEST_WAIT = 60_000;

/** ms between two looks at a lock that somebody holds, at first and at most. */
const LOOKS = { first: 5, most: 60 };

/** Looks that find a lock the same before it counts as still: eight seconds, or minutes where a busy machine lets its holder, too, come late. */
const LEAST_LOOKS = 120;

/** Somebody else may have the store by now. */
export class LostLock extends Error {
	constructor() {
		super('recording took too long');
	}
}

const OF_OTHERS =
	"a 'Remove Duplicates' node has left entries where the lock of the keys stands; clear them with its operation 'Clear Deduplication History' and the scope 'Workflow'";

/**
 * Lets one process at a time read and write what a node keeps: whoever has made the row of the workflow has the lock, until it is
 * deleted. A holder that was killed leaves its row; nobody can tell that from one that works but by time. Who sees one size for
 * longer than a holder has adds a random number of entries, waits, and has the lock if there are still exactly so many:
 * another one that takes over has added its own, a holder that lives has added a mark or deleted the row.
 */
export class StoreLock {
	/** How often the lock was taken: what was begun under one number and not ended may be another's under the next. */
	hold = 0;
	/** ms until which the store is ours. */
	private until = 0;
	/** The first mark of our lock, which nobody else's has, and how many entries the lock has; '' without one. */
	private token = '';
	private size = 0;
	private readonly rows: Rows;

	constructor(rows: Rows) {
		this.rows = rows;
	}

	/** Does `work` under the lock. Throws where that can't be had although it stands still for a minute, or `signal` is given before. */
	async around<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		await this.lock(signal);
		const done = new AbortController();
		const kept = this.keep(done.signal);
		try {
			return await work();
		} finally {
			done.abort();
			await kept;
			await this.release();
		}
	}

	/** Throws where somebody else may have taken the lock over. */
	async stayOurs(): Promise<void> {
		if (performance.now() <= this.until || (await this.mark().catch(() => false))) return;
		throw new LostLock();
	}

	/** Marks the lock again and again, so that nobody takes it over while a statement takes its time. Never throws. */
	private async keep(signal: AbortSignal): Promise<void> {
		const wait = () => {
			const asked = this.until - SETTLE;
			return Math.max(SHORTEST_WAIT, asked + RENEW_AFTER - performance.now());
		};
		while (!(await pause(wait(), signal))) {
			const isOurs = await this.mark().catch(() => this.token !== '');
			if (!isOurs) return;
		}
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
		const fresh =
			(await countOf(this.rows, 'workflow')) > 0 ? await rows.record('workflow', mark) : mark;
		const isNew = performance.now() < until;
		const count = await countOf(this.rows, 'workflow');
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
		await withRetries(work, isBusy).catch(() => undefined);
	}

	private async lock(signal: AbortSignal | undefined): Promise<void> {
		// Where the database was away our last one may still stand: then nobody has written since.
		if (this.token !== '' && (await this.mark().catch(() => false))) return;
		this.token = '';
		let last = { size: -1, since: performance.now(), looks: 0 };
		// Two that wait must not take over again and again at the same moment.
		const patience = PATIENCE + 2000 * Math.random();
		for (let wait = LOOKS.first; ; wait = Math.min(wait * 1.5, LOOKS.most)) {
			if (signal?.aborted) throw new Error('the execution was stopped');
			const size = await countOf(this.rows, 'workflow');
			const now = performance.now();
			if (size !== last.size) last = { size, since: now, looks: 0 };
			last.looks++;
			const still = last.looks > LEAST_LOOKS ? now - last.since : 0;
			if ((size === 0 || still > patience) && (await this.acquire(size))) return void this.hold++;
			if (still > LONGEST_WAIT)
				throw new Error('other executions of this workflow have kept its keys for a minute');
			await sleep(wait * (0.5 + Math.random()));
		}
	}

	/** Makes the lock's row, or takes over one of that size; says whether it is ours. */
	private async acquire(size: number): Promise<boolean> {
		const { rows } = this;
		const asked = performance.now();
		const token = `${LOCK} ${Date.now()} ${Math.random()}`;
		const more = Math.floor(MOST_MARKS * Math.random());
		const marks = Array.from({ length: more }, (_, index) => `${token} mark ${index}`);
		const entries = [LOCK, token, ...marks];
		const fresh = await withRetries(
			async () => await rows.record('workflow', entries),
			isBusy,
		).catch((error: unknown) => {
			if (isThereAlready(error)) return [];
			throw isOfOthers(error) ? new Error(OF_OTHERS) : error;
		});
		if (fresh.length === entries.length) {
			this.held(token, fresh.length, asked);
			// The lock was not in it: either the row was gone, and this has made it, or it is not ours.
			if (size === 0 || (await countOf(this.rows, 'workflow')) !== size + fresh.length) return true;
			this.token = '';
			await rows.remove('workflow', entries);
			throw new Error(OF_OTHERS);
		}
		if (size === 0 || fresh.length === 0) return false;
		await sleep(SETTLE);
		const settled = performance.now();
		if ((await countOf(this.rows, 'workflow')) !== size + fresh.length) return false;
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
