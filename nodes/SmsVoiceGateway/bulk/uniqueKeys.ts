import type { IExecuteFunctions } from 'n8n-workflow';

import { KEYS_KEPT } from '../lib/uniqueKey';
import { oneAtATime } from './oneAtATime';

const SCOPE = 'node';

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
	private readonly busy = new Set<string>();

	private readonly kept = new Set<string>();

	private readonly context: IExecuteFunctions;

	private readonly place: string;

	constructor(context: IExecuteFunctions) {
		this.context = context;
		this.place = `${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/** Records keys, all different. Throws where n8n's store can't be used. */
	async claim(keys: string[]): Promise<Claim> {
		const busy = new Set(keys.filter((key) => this.busy.has(key)));
		const asked = keys.filter((key) => !busy.has(key) && !this.kept.has(key));
		if (asked.length === 0) return { free: new Set(), busy };
		for (const key of asked) this.busy.add(key);
		let free = new Set<string>();
		try {
			free = new Set(await this.record(asked));
			for (const key of asked) if (!free.has(key)) this.kept.add(key);
		} finally {
			for (const key of asked) if (!free.has(key)) this.busy.delete(key);
		}
		return { free, busy };
	}

	/** The messages were accepted, or may have been: their keys stay used. */
	keep(keys: string[]): void {
		for (const key of keys) {
			this.busy.delete(key);
			this.kept.add(key);
		}
	}

	/** The messages were not sent: their keys may be used again. Throws where n8n's store can't be used. */
	async release(keys: string[]): Promise<void> {
		for (const key of keys) this.busy.delete(key);
		await oneAtATime(this.place, () => this.context.helpers.removeProcessed(keys, SCOPE, OPTIONS));
	}

	/**
	 * Records the kept keys once more: n8n's store is read and written as a whole, so another worker that
	 * wrote at the same moment may have put back a state without them. Never throws.
	 */
	async confirm(): Promise<void> {
		if (this.kept.size === 0) return;
		await this.record([...this.kept]).catch((error: unknown) => {
			this.context.logger.warn(`Unique keys could not be confirmed: ${String(error)}`);
		});
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
