import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Run } from './run';
import { KEYS_KEPT } from '../lib/uniqueKey';
import { oneAtATime } from './oneAtATime';

const SCOPE = 'node';

/**
 * n8n looks for each key to remove in all that it keeps, between reading and writing them: 0.1 s for 100 of 100,000
 * (n8n 2.40, deduplication-helper). So long another worker's writing may be overwritten.
 */
const REMOVED_AT_ONCE = 100;

/** Longer than another worker takes to read and write all keys of a node, unless its database stalls. */
const CONFIRM_PAUSE_MS = 300;

const CONFIRM_ROUNDS = 10;

const OPTIONS = { mode: 'entries', maxEntries: KEYS_KEPT } as const;

/** What became of the keys that a batch asked for. */
export interface Claim {
	/** Never used before; recorded now. */
	free: Set<string>;
	/** Of a message on its way in another request: to be asked for again when that has ended. */
	busy: Set<string>;
}

/**
 * The unique keys of one node, in n8n's own deduplication store. A key is recorded before its message
 * leaves, so that a crash in between can't send it twice, and freed if the message is refused.
 */
export class UniqueKeys {
	/** Of messages on their way. */
	private readonly busy = new Set<string>();

	/** Of messages that were accepted, or may have been: by this try, or found in the store. */
	private readonly used = new Set<string>();

	/** Those of `used` that this try has recorded itself. */
	private readonly own = new Set<string>();

	private readonly context: IExecuteFunctions;

	/** Recorded, but of messages that were refused: n8n's store failed when they were to be freed. */
	private readonly stuck: Set<string>;

	private readonly place: string;

	constructor(context: IExecuteFunctions, { stuckKeys }: Run) {
		this.context = context;
		this.stuck = stuckKeys;
		this.place = `${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/** Records keys, all different. Throws where n8n's store can't be used. */
	async claim(keys: string[]): Promise<Claim> {
		const busy = new Set(keys.filter((key) => this.busy.has(key)));
		const asked = keys.filter((key) => !busy.has(key) && !this.used.has(key));
		const free = new Set(asked.filter((key) => this.stuck.has(key)));
		const unknown = asked.filter((key) => !free.has(key));
		for (const key of asked) this.busy.add(key);
		let ended = asked;
		try {
			if (unknown.length > 0) for (const key of await this.record(unknown)) free.add(key);
			ended = unknown.filter((key) => !free.has(key));
			for (const key of ended) this.used.add(key);
		} finally {
			for (const key of ended) this.busy.delete(key);
		}
		return { free, busy };
	}

	/** The messages were accepted, or may have been: their keys stay used. */
	keep(keys: string[]): void {
		for (const key of keys) {
			this.busy.delete(key);
			this.stuck.delete(key);
			this.used.add(key);
			this.own.add(key);
		}
	}

	/** The messages were not sent: their keys may be used again. Throws where n8n's store can't be used. */
	async release(keys: string[]): Promise<void> {
		let failed = true;
		try {
			for (let from = 0; from < keys.length; from += REMOVED_AT_ONCE) {
				const some = keys.slice(from, from + REMOVED_AT_ONCE);
				await oneAtATime(this.place, () =>
					this.context.helpers.removeProcessed(some, SCOPE, OPTIONS),
				);
			}
			failed = false;
		} finally {
			// Not before: another request would take the key while it is still to be removed.
			for (const key of keys) {
				this.busy.delete(key);
				if (failed) this.stuck.add(key);
				else this.stuck.delete(key);
			}
		}
	}

	/**
	 * Records this try's own keys until they are found in the store after a pause: it is read and written
	 * as a whole, so another worker that has read before we wrote, and writes after us, puts back a state
	 * without them. After a pause longer than such a reading and writing they can't be lost any more.
	 * Never throws.
	 */
	async confirm(): Promise<void> {
		if (this.own.size === 0) return;
		// What is more than the store keeps would push out the rest, round after round.
		const keys = [...this.own].slice(-KEYS_KEPT);
		try {
			await this.record(keys);
			for (let round = 0; round < CONFIRM_ROUNDS; round++) {
				await sleep(CONFIRM_PAUSE_MS);
				const lost = await this.record(keys);
				if (lost.length === 0) return;
			}
			this.context.logger.warn('Unique keys could not be confirmed: other workers replace them');
		} catch (error) {
			this.context.logger.warn(`Unique keys could not be confirmed: ${String(error)}`);
		}
	}

	private async record(keys: string[]): Promise<string[]> {
		const store = async () =>
			await this.context.helpers.checkProcessedAndRecord(keys, SCOPE, OPTIONS);
		// A node's very first record fails where another worker makes it at the same moment.
		const onceMore = async (error: unknown) =>
			await (/unique|constraint|duplicate/i.test(String(error)) ? store() : Promise.reject(error));
		const { new: free } = await oneAtATime(this.place, () => store().catch(onceMore));
		return free.map(String);
	}
}
