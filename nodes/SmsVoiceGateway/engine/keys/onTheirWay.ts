import { sleep } from 'n8n-workflow';
import type { Logger } from 'n8n-workflow';

import { askedMark, sendingMark, timeMarks } from '../../lib/keyMarks';
import type { Access, KeyStore } from './keyStore';

/** ms from the end of a request until its marks go, if no other request takes them along before. */
const TIDY_AFTER_MS = 5;

/** A request that takes longer may be asked for by others, and has to say that it is still there. */
const BEAT_MS = 1500;

/** The keys of a try's own messages on their way, and the marks that stand beside them in the store. */
export class OnTheirWay {
	private readonly since = new Map<string, number>();

	/** The marks that say when a request began, by its first key. */
	private readonly times = new Map<string, string[]>();

	/** Marks of messages that have ended, to be taken out. */
	private leftover: string[] = [];

	private tidying = Promise.resolve();

	private isBeating = false;

	private readonly store: KeyStore;

	private readonly logger: Logger;

	constructor(store: KeyStore, logger: Logger) {
		this.store = store;
		this.logger = logger;
	}

	has(key: string): boolean {
		return this.since.has(key);
	}

	begin(keys: string[]): void {
		const now = Date.now();
		for (const key of keys) this.since.set(key, now);
	}

	/** A request leaves, whose time stands beside its first key. */
	leaves(first: string, marks: string[]): void {
		this.times.set(first, marks);
		void this.beat();
	}

	end(key: string): void {
		this.since.delete(key);
	}

	/** The marks that a key may have; of one that an earlier try has left, any of them. */
	marksOf(key: string, isLeft: boolean): string[] {
		const time = isLeft ? timeMarks(key) : (this.times.get(key) ?? []);
		this.times.delete(key);
		return [sendingMark(key), ...time];
	}

	/** Marks that say what is not true any more: they go with the next that are taken out. */
	leave(marks: string[]): void {
		this.leftover.push(...marks);
	}

	/** Takes marks out soon: most often the next request takes them along. */
	async tidySoon(marks: string[]): Promise<void> {
		this.leave(marks);
		await sleep(TIDY_AFTER_MS);
		await this.tidy();
	}

	/** Takes out what is left. Never throws. */
	async tidy(): Promise<void> {
		const work = async () => {
			if (this.leftover.length === 0) return;
			await this.store.exclusively(async (access) => await this.takeOut(access));
		};
		this.tidying = this.tidying.then(work).catch((error: unknown) => {
			this.logger.warn(
				`Messages with unique keys still look as if they were on their way: ${String(error)}`,
			);
		});
		await this.tidying;
	}

	async takeOut(access: Access): Promise<void> {
		const marks = this.leftover;
		this.leftover = [];
		let failed = true;
		try {
			await access.remove(marks);
			failed = false;
		} finally {
			if (failed) this.leftover.unshift(...marks);
		}
	}

	/** Answers whoever asks for requests that take long, until none is on its way. */
	private async beat(): Promise<void> {
		if (this.isBeating) return;
		this.isBeating = true;
		let last = Date.now();
		while (this.since.size > 0) {
			// In short steps, so that nothing stays behind for long when the run has ended.
			await sleep(BEAT_MS / 10);
			const old = Date.now() - BEAT_MS;
			if (last > old) continue;
			last = Date.now();
			const asked = [...this.since].filter(([, since]) => since <= old);
			if (asked.length === 0) continue;
			const answer = async (access: Access) =>
				await access.remove(asked.map(([key]) => askedMark(key)));
			await this.store.exclusively(answer).catch(() => undefined);
		}
		this.isBeating = false;
	}
}
