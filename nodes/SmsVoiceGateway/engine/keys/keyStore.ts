import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { KEYS_KEPT } from '../../lib/uniqueKey';
import { isTaken, lockRowOf } from './lockRow';
import type { LockRow } from './lockRow';
import { oneAtATime } from '../oneAtATime';
import { StoreLock } from './storeLock';
import type { Hold } from './storeLock';
import { whileBusy } from './whileBusy';

const SCOPE = 'node';

/** What stands beside the keys while messages are on their way must not push out a key before its time. */
const MARKS_BESIDE = 10_000;

const OPTIONS = { mode: 'entries', maxEntries: KEYS_KEPT + MARKS_BESIDE } as const;

/**
 * n8n looks for each entry to remove in all that it keeps, between reading and writing them: 0.1 s for 100 of 100,000
 * (n8n 2.40, deduplication-helper). So long nothing else happens in that n8n.
 */
const REMOVED_AT_ONCE = 100;

const CLOCK = { now: () => Date.now(), sleep };

/** The workflows in whose row for the lock something else was found by this process. */
const withForeignRow = new Set<string>();

/** What can be done with the entries while they are ours alone. */
export interface Access {
	/** Whether other n8n processes are kept out too. */
	isLocked: boolean;
	/** Adds entries, all different; gives those that were new. */
	record(entries: string[]): Promise<Set<string>>;
	/** Takes entries out. */
	remove(entries: string[]): Promise<void>;
}

/** The entries of one node in n8n's own deduplication store, which is read and written as a whole. */
export class KeyStore {
	private readonly context: IExecuteFunctions;
	private readonly workflow: string;
	/** Undefined where only this process is kept out. */
	private readonly between: { row: LockRow; lock: StoreLock } | undefined;
	/** Whether the row of the lock holds what is not ours: then only this process is kept out. */
	private isForeign: boolean | undefined;

	constructor(context: IExecuteFunctions) {
		this.context = context;
		this.workflow = String(context.getWorkflow().id);
		const row = lockRowOf(context);
		this.between = row && { row, lock: new StoreLock(row, CLOCK) };
	}

	/**
	 * Does `work` while no other execution of the workflow reads or writes. Throws where n8n's store can't be used, and
	 * where `isStopped` while it waits.
	 */
	async exclusively<T>(
		work: (access: Access) => Promise<T>,
		isStopped?: () => boolean,
	): Promise<T> {
		return await oneAtATime(`keys of ${this.workflow}`, async () => {
			const hold = await this.lock(isStopped);
			try {
				return await work(this.accessWith(hold));
			} finally {
				await hold?.release().catch((error: unknown) => {
					// It comes free by itself, after some seconds.
					this.context.logger.warn(`The lock of the unique keys is still there: ${String(error)}`);
				});
			}
		});
	}

	private async lock(isStopped?: () => boolean): Promise<Hold | undefined> {
		if (this.between === undefined) return undefined;
		const { row, lock } = this.between;
		// Found out once: that takes some seconds.
		this.isForeign ??= withForeignRow.has(this.workflow) && (await row.count()) > 0;
		if (this.isForeign) return undefined;
		withForeignRow.delete(this.workflow);
		const hold = await lock.acquire(isStopped);
		this.isForeign = hold === undefined;
		if (this.isForeign) withForeignRow.add(this.workflow);
		return hold;
	}

	private accessWith(hold: Hold | undefined): Access {
		const { helpers } = this.context;
		const store = async (entries: string[]) =>
			await whileBusy(async () => {
				hold?.check();
				return await helpers.checkProcessedAndRecord(entries, SCOPE, OPTIONS);
			});
		return {
			isLocked: hold !== undefined,
			record: async (entries) => {
				const { new: fresh } = await store(entries).catch(async (error: unknown) =>
					// A node's very first record fails where another worker makes it at the same moment.
					isTaken(error) ? await store(entries) : await Promise.reject(error),
				);
				// Else another one may have written meanwhile, and this has put back what was there before.
				hold?.check();
				return new Set(fresh.map(String));
			},
			remove: async (entries) => {
				for (let from = 0; from < entries.length; from += REMOVED_AT_ONCE) {
					const some = entries.slice(from, from + REMOVED_AT_ONCE);
					await whileBusy(async () => {
						hold?.check();
						await helpers.removeProcessed(some, SCOPE, OPTIONS);
					});
				}
			},
		};
	}
}
