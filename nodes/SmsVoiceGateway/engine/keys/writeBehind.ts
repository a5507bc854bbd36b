import { sleep } from 'n8n-workflow';

import type { Access, KeyStore } from './keyStore';

/** ms after which the end of a message is recorded, if no other request takes it along before. */
const RECORD_AFTER_MS = 3000;

/** ms between two tries to record what has ended, while n8n's database is away. */
const OUTAGE_PAUSES_MS = [250, 500, 1000, 2000, 4000, 8000, 16_000];

/** What is to be recorded of messages that have ended: together with the next keys, or after some seconds. */
export class WriteBehind {
	private readonly store: KeyStore;

	private entries: string[] = [];

	private isWaiting = false;

	constructor(store: KeyStore) {
		this.store = store;
	}

	/** Has entries recorded, at the latest by `close`. */
	add(entries: readonly string[]): void {
		this.entries.push(...entries);
		void this.recordSoon();
	}

	/** Records them, and with them others, which are all different; gives those that were new. */
	async recordWith(access: Access, others: readonly string[]): Promise<Set<string>> {
		const ends = [...this.entries];
		const fresh = await access.record([...ends, ...others]);
		this.entries = this.entries.slice(ends.length);
		return fresh;
	}

	/** Records them, as long as an outage of the database may take; how many are left. Never throws. */
	async close(): Promise<number> {
		for (const wait of [0, ...OUTAGE_PAUSES_MS]) {
			if (wait > 0) await sleep(wait);
			await this.record();
			if (this.entries.length === 0) break;
		}
		return this.entries.length;
	}

	private async recordSoon(): Promise<void> {
		if (this.isWaiting) return;
		this.isWaiting = true;
		const [first] = this.entries;
		await sleep(RECORD_AFTER_MS);
		this.isWaiting = false;
		// Where requests follow one another, they take it along.
		if (this.entries[0] === first) await this.record();
		else if (this.entries.length > 0) void this.recordSoon();
	}

	/** Tries it once. Never throws. */
	private async record(): Promise<void> {
		if (this.entries.length === 0) return;
		const work = async (access: Access) => await this.recordWith(access, []);
		await this.store.exclusively(work).catch(() => undefined);
	}
}
