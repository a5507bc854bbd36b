import { factOf, having } from './facts';
import { ENTRIES_KEPT, NAME } from './n8nRows';
import type { KeyStore } from './store';

/** `free`: ours, may be sent. `used`: was sent. `unknown`: nobody knows. `busy`: on its way elsewhere, ask again later. */
export type State = 'free' | 'used' | 'unknown' | 'busy';

/** A key, and in two entries what became of its message. */
export const ENTRIES_PER_KEY = 3;

/** ms after which a message on its way elsewhere is not waited for any more: no proof that it was sent, nor that it was not. */
const UNKNOWN_AFTER = 60_000;

/** ms after which it may be sent again, if the user wants that: longer than a request takes, unless it was told to wait (300 s). */
const RESEND_AFTER = 360_000;

/** Beside a key that was broken off: its message is sent once more, for the `time`th time. */
const againEntry = (key: string, time: number): string => `${NAME} again ${time} ${key}`;

/** On their way in all executions of this process, by node: of these it is known that nobody was killed. */
const inProcess = new Map<string, Set<string>>();

/**
 * The keys of one node that a run takes. A key is recorded before its message leaves, and beside it, when that has ended, what
 * became of it: where neither is, it is on its way, or was broken off. All but `end` and `leave` need the store to be
 * ours.
 */
export class Keys {
	/** Recorded by this run, and not ended: when (ms). */
	private readonly own = new Map<string, number>();
	/** Of these what was in doubt before, and stays so if they are not sent after all. */
	private readonly resent = new Set<string>();
	/** Facts that are to be recorded, with the next keys. */
	private ended: string[] = [];
	/** On their way elsewhere: since when this run has seen it (ms), and how often they were sent once more. */
	private readonly seen = new Map<string, { since: number; time: number }>();
	private readonly inFlight: Set<string>;
	private before: number | undefined;
	private added = 0;
	private readonly store: KeyStore;

	/** `place`: the workflow and the node. */
	constructor(store: KeyStore, place: string) {
		this.store = store;
		this.inFlight = inProcess.get(place) ?? new Set();
		inProcess.set(place, this.inFlight);
	}

	/** Facts that are not recorded yet. */
	get unrecorded(): number {
		return this.ended.length / 2;
	}

	/** How many keys of earlier runs those of this run have pushed out of the store, where it was asked for more than one. */
	get pushedOut(): number {
		const most = (this.before ?? 0) + ENTRIES_PER_KEY * this.added;
		return Math.ceil(Math.max(0, most - ENTRIES_KEPT) / ENTRIES_PER_KEY);
	}

	/**
	 * What becomes of keys, all different; the free ones are ours until `end` or `free`. `again`: also those of which nobody
	 * knows whether they were sent.
	 *
	 * | beside the key | without *Resend Unknown* | with |
	 * |---|---|---|
	 * | it was sent | used | used |
	 * | nobody knows | unknown | free |
	 * | nothing, for less than a minute | busy | busy |
	 * | nothing, for longer | unknown | busy, and free after 6 minutes, for one of those that ask |
	 */
	async take(keys: readonly string[], again: boolean): Promise<Map<string, State>> {
		const { own, store, seen } = this;
		const now = Date.now();
		const states = new Map<string, State>();
		const give = (some: readonly string[], state: State) => {
			for (const key of some) {
				states.set(key, state);
				if (state === 'free') this.inFlight.add(key);
				if (state === 'free') own.set(key, own.get(key) ?? now);
			}
		};
		// Left from a try in which the store failed: until then nobody else can have sent it once more.
		const mine = keys.filter((key) => now - (own.get(key) ?? -Infinity) < UNKNOWN_AFTER);
		give(mine, 'free');
		const others = keys.filter((key) => !states.has(key));
		const here = others.filter((key) => this.inFlight.has(key));
		give(here, 'busy');
		for (const key of here) seen.delete(key);
		const asked = others.filter((key) => !states.has(key));
		// A single row has no hint to say it in.
		if (asked.length > 1) this.before ??= (await store.count()) - ENTRIES_PER_KEY * this.added;
		const fresh = await this.recordEnded(asked);
		give([...fresh], 'free');
		this.added += fresh.size;
		const known = asked.filter((key) => !fresh.has(key));
		const used = await having(store, known, 'sent');
		give([...used], 'used');
		const open = known.filter((key) => !used.has(key));
		const doubtful = await having(store, open, 'unknown');
		const late: string[] = [];
		for (const key of open.filter((key) => !doubtful.has(key))) {
			const { since } = this.see(key, now);
			if (now - since >= (again ? RESEND_AFTER : UNKNOWN_AFTER)) late.push(key);
			else states.set(key, 'busy');
		}
		if (!again) {
			give([...doubtful, ...late], 'unknown');
			return states;
		}
		const entries = late.map((key) => againEntry(key, this.see(key, now).time));
		const taken = await store.record(entries);
		const ours = late.filter((_, index) => taken.has(entries[index] ?? ''));
		for (const key of late.filter((one) => !ours.includes(one))) {
			// Another one sends it: it is waited for anew.
			seen.set(key, { since: now, time: this.see(key, now).time + 1 });
			states.set(key, 'busy');
		}
		await store.remove([...doubtful].flatMap((key) => factOf(key, 'unknown')));
		for (const key of [...doubtful, ...ours]) this.resent.add(key);
		give([...doubtful, ...ours], 'free');
		return states;
	}

	/** The message of a key of ours was sent, or nobody knows: recorded with the next keys, or by `record`. */
	end(key: string, fact: 'sent' | 'unknown'): void {
		this.ended.push(...factOf(key, fact));
		this.forget(key);
	}

	/** The messages of keys of ours were not sent: they are free again, but for what may have been sent before. */
	async free(keys: readonly string[]): Promise<void> {
		// Later they may be those of somebody who sends them once more.
		const isOurs = (key: string) => Date.now() - (this.own.get(key) ?? -Infinity) < RESEND_AFTER;
		const own = keys.filter(isOurs);
		const resent = own.filter((key) => this.resent.has(key));
		try {
			await this.store.remove(own.filter((key) => !this.resent.has(key)));
		} finally {
			// If that failed they may be somebody else's by now, as those are that were freed before.
			for (const key of keys) if (this.own.has(key)) this.forget(key);
			for (const key of resent) this.ended.push(...factOf(key, 'unknown'));
		}
	}

	/** Whether there is anything to free or to record. */
	get isOpen(): boolean {
		return this.own.size > 0 || this.ended.length > 0;
	}

	/** Frees what this run has taken and not ended, and records what has ended. */
	async close(): Promise<void> {
		await this.free([...this.own.keys()]);
		await this.recordEnded([]);
	}

	/** Nobody in this process waits for this run any more. */
	leave(): void {
		for (const key of this.own.keys()) this.inFlight.delete(key);
	}

	/** Of keys, all different, which were sent, and of which nobody knows; nothing is recorded. */
	async lookUp(keys: readonly string[]): Promise<{ used: Set<string>; doubtful: Set<string> }> {
		const used = await having(this.store, keys, 'sent');
		const left = keys.filter((key) => !used.has(key));
		return { used, doubtful: await having(this.store, left, 'unknown') };
	}

	/** Records what has ended, and other entries; gives those of them that were new. */
	async recordEnded(others: readonly string[]): Promise<Set<string>> {
		const ended = [...this.ended];
		const fresh = await this.store.record([...ended, ...others]);
		this.ended = this.ended.slice(ended.length);
		return new Set(others.filter((entry) => fresh.has(entry)));
	}

	private see(key: string, now: number): { since: number; time: number } {
		const seen = this.seen.get(key) ?? { since: now, time: 1 };
		this.seen.set(key, seen);
		return seen;
	}

	private forget(key: string): void {
		this.own.delete(key);
		this.resent.delete(key);
		this.seen.delete(key);
		this.inFlight.delete(key);
	}
}
