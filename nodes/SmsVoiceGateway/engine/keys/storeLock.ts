import { sleep } from 'n8n-workflow';

import { isOfOthers, isTaken, type LockRow } from './lockRow';
import { whileBusy, whileFailing } from './whileBusy';

/** The entry that everybody records who wants the lock: of two at one moment only one makes the row. */
const LOCK = 'n8n-nodes-sms-voice-gateway: lock';

/** ms that a holder has; afterwards it touches nothing any more, not even the lock. */
export const LEASE_MS = 8000;

/** ms that whoever takes over a dead holder's lock waits first: longer than any hold that was alive when it began. */
export const PAUSE_MS = 12_000;

/** ms for which a lock looks the same before somebody tries whether its holder is dead. */
const PATIENCE_MS = 2000;

/** The same where somebody has begun to take it over: longer than that takes. */
const PATIENCE_WITH_CLAIM_MS = PAUSE_MS + PATIENCE_MS;

/** ms after which nobody waits any more. */
const LONGEST_WAIT_MS = 60_000;

/** ms between two looks at a lock that somebody holds, at first and at most. */
const LOOKS_MS = { first: 5, most: 60 };

/** How often the making of a row may be refused one after the other while nobody seems to have made it. */
const MOST_REFUSALS = 20;

/** Of so many entries at most, a random number is added by whoever takes over: told from others by their number. */
const MOST_MARKS = 1000;

/** n8n's own time, in milliseconds. */
export const CLOCK = { now: () => Date.now(), sleep };

/** Why there is no lock where another node's entries are. */
const OF_OTHERS =
	"a 'Remove Duplicates' node has left entries where the lock of the keys stands; clear them with its operation 'Clear Deduplication History' and the scope 'Workflow'";

/** What the holder of the lock has. */
export interface Hold {
	/** Throws where its time is over: somebody else may have the lock. */
	check(): void;
	/** Gives the lock back. */
	release(): Promise<void>;
}

/**
 * A lock between n8n processes, in the row of n8n's deduplication store that no key of this node is in. n8n offers
 * two atomic operations on a row: making it, which fails for the second of two, and deleting it. So the lock is held
 * by whoever has made the row, until it is deleted.
 *
 * A holder that died leaves its row. Nobody can tell that from a holder that works but by time: whoever takes over
 * leaves a random number of marks, and has the lock if after a pause, longer than any hold, there are still
 * exactly so many. A holder that lives deletes the row, and another one that takes over adds to it.
 */
export class StoreLock {
	private readonly row: LockRow;
	private readonly clock: typeof CLOCK;
	private readonly random: () => number;
	private refusals = 0;
	private isOurs = false;

	constructor(row: LockRow, clock: typeof CLOCK, random: () => number = Math.random) {
		this.row = row;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * Waits for the lock. Throws where the store can't be used or the row holds what is not ours, where `isStopped`, and
	 * after a minute.
	 */
	async acquire(isStopped: () => boolean = () => false): Promise<Hold> {
		const { clock } = this;
		const start = clock.now();
		// Two that wait must not begin to take over again and again at the same moment.
		const jitter = this.random() * PATIENCE_MS;
		let wait = LOOKS_MS.first;
		let seen = -1;
		let since = start;
		this.refusals = 0;
		for (;;) {
			if (isStopped()) throw new Error('the execution was stopped');
			// Where it was ours before, the row holds nothing else: nobody needs to look first.
			const count = this.isOurs && seen < 0 ? 0 : await this.count();
			if (count !== seen) [seen, since] = [count, clock.now()];
			const patience = count === 1 ? PATIENCE_MS : PATIENCE_WITH_CLAIM_MS;
			let taken: Hold | undefined;
			if (count > 0) this.refusals = 0;
			if (count === 0) {
				taken = await this.make();
			} else if (clock.now() - since >= patience + jitter) {
				taken = await this.takeOver(count, isStopped);
				seen = -1;
			}
			if (taken !== undefined) return taken;
			if (clock.now() - start > LONGEST_WAIT_MS) {
				throw new Error('other executions of this workflow have kept its keys for a minute');
			}
			await clock.sleep(wait * (0.5 + this.random()));
			wait = Math.min(wait * 1.5, LOOKS_MS.most);
		}
	}

	/** To look does no harm: a statement that fails is no reason to give up. */
	private async count(): Promise<number> {
		return await whileFailing(async () => await this.row.count());
	}

	private async make(): Promise<Hold | undefined> {
		const asked = this.clock.now();
		const fresh = await this.record([LOCK]);
		return fresh?.length === 1 ? this.holdSince(asked) : undefined;
	}

	private async takeOver(count: number, isStopped: () => boolean): Promise<Hold | undefined> {
		const { clock, row } = this;
		const asked = clock.now();
		const token = `${LOCK} ${asked} ${this.random()}`;
		const marks = Array.from(
			{ length: 1 + Math.floor(this.random() * MOST_MARKS) },
			(_, index) => `${token} ${index}`,
		);
		const fresh = await this.record([LOCK, ...marks]);
		if (fresh === undefined) return undefined;
		const expected = count + marks.length;
		if (fresh.length > marks.length) {
			// Its entry was not in it. Either there was no row any more, and this has made it, or it is not ours.
			if ((await this.count()) !== expected + 1) return this.holdSince(asked);
			await row.remove([LOCK, ...marks]);
			throw new Error(OF_OTHERS);
		}
		const marked = clock.now();
		for (;;) {
			if (isStopped()) return undefined;
			await clock.sleep(LOOKS_MS.most);
			const looked = clock.now();
			if ((await this.count()) !== expected) return undefined;
			if (looked - marked > PAUSE_MS) return this.holdSince(looked);
		}
	}

	/** Those of the entries that were new; undefined where another one has made the row at the same moment. */
	private async record(entries: string[]): Promise<string[] | undefined> {
		try {
			const fresh = await this.row.record(entries);
			this.refusals = 0;
			return fresh;
		} catch (error) {
			if (isOfOthers(error)) return await Promise.reject(new Error(OF_OTHERS));
			const isRefused = isTaken(error) && ++this.refusals <= MOST_REFUSALS;
			return isRefused ? undefined : await Promise.reject(error);
		}
	}

	private holdSince(asked: number): Hold {
		const { clock, row } = this;
		this.isOurs = true;
		const isOver = () => clock.now() - asked > LEASE_MS;
		return {
			check: () => {
				if (isOver()) throw new Error('recording took too long');
			},
			release: async () => {
				// Else it may be somebody else's by now.
				await whileBusy(async () => {
					if (!isOver()) await row.clear();
				});
			},
		};
	}
}
