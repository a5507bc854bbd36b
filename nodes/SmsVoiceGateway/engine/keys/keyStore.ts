import type { IExecuteFunctions } from 'n8n-workflow';

import { KEYS_KEPT } from '../../options/uniqueKey';
import { inTurn } from '../inTurn';
import { isTaken, lockRowOf } from './lockRow';
import { CLOCK, StoreLock, type Hold } from './storeLock';
import { whileBusy, whileFailing } from './whileBusy';

const SCOPE = 'node';

/** Itself, that it has ended, and that it was accepted. */
export const ENTRIES_PER_KEY = 3;

/** What is tried and taken out again must push out no key before its time. */
export const ENTRIES_KEPT = ENTRIES_PER_KEY * KEYS_KEPT + 10_000;

const OPTIONS = { mode: 'entries', maxEntries: ENTRIES_KEPT } as const;

/**
 * n8n looks for each entry to remove in all that it keeps, between reading and writing them: 0.2 s for 250 of 100,000
 * (n8n 2.40, deduplication-helper). So long nothing else happens in that n8n.
 */
const REMOVED_AT_ONCE = 250;

/** What can be done with the entries while they are ours alone. */
export interface Access {
	/** Adds entries, all different; gives those that were new. */
	record(entries: string[]): Promise<Set<string>>;
	/** How many there are. */
	count(): Promise<number>;
	/** Takes entries out. */
	remove(entries: string[]): Promise<void>;
}

/** The entries of one node in n8n's own deduplication store, which is read and written as a whole. */
export class KeyStore {
	/** The workflow and the node: whoever has the same works with the same entries. */
	readonly place: string;

	/** ms that its use has taken so far. */
	spent = 0;

	private readonly context: IExecuteFunctions;

	private readonly workflow: string;

	private readonly lock: StoreLock;

	constructor(context: IExecuteFunctions) {
		this.context = context;
		this.workflow = String(context.getWorkflow().id);
		this.place = JSON.stringify([this.workflow, context.getNode().id]);
		this.lock = new StoreLock(lockRowOf(context), CLOCK);
	}

	/**
	 * Does `work` while no other execution of the workflow reads or writes, on any worker. Throws where n8n's store can't
	 * be used, and where `signal` is given before it begins.
	 */
	async exclusively<T>(work: (access: Access) => Promise<T>, signal?: AbortSignal): Promise<T> {
		const locked = async () => {
			const hold = await this.lock.acquire(() => signal?.aborted === true);
			try {
				return await work(this.accessWith(hold));
			} finally {
				await hold.release().catch((error: unknown) => {
					// It comes free by itself, after some seconds.
					this.context.logger.warn(`The lock of the unique keys is still there: ${String(error)}`);
				});
			}
		};
		const began = Date.now();
		try {
			return await inTurn(`keys of ${this.workflow}`, locked, signal);
		} finally {
			this.spent += Date.now() - began;
		}
	}

	private accessWith(hold: Hold): Access {
		const { helpers } = this.context;
		const record = async (entries: string[]) =>
			await whileBusy(async () => {
				hold.check();
				return await helpers.checkProcessedAndRecord(entries, SCOPE, OPTIONS);
			});
		return {
			count: async () =>
				await whileFailing(async () => await helpers.getProcessedDataCount(SCOPE, OPTIONS)),
			record: async (entries) => {
				const { new: fresh } = await record(entries).catch(async (error: unknown) =>
					// A node's very first record fails where another worker makes it at the same moment.
					isTaken(error) ? await record(entries) : await Promise.reject(error),
				);
				// Else another one may have written meanwhile, and this has put back what was there before.
				hold.check();
				return new Set(fresh.map(String));
			},
			remove: async (entries) => {
				for (let from = 0; from < entries.length; from += REMOVED_AT_ONCE) {
					const some = entries.slice(from, from + REMOVED_AT_ONCE);
					// Again, whatever failed: while nobody else has the lock, it does no harm.
					await whileFailing(async () => {
						hold.check();
						await helpers.removeProcessed(some, SCOPE, OPTIONS);
					});
				}
			},
		};
	}
}
