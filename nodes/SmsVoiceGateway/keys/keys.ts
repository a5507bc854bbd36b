import { ENTRIES_KEPT } from './n8nRows';
import { factOf, type KeyStore, sentOf, Unclear } from './store';

/** `ours`: it may be sent. `used`: was sent. `unknown`: nobody knows. `busy`: on its way elsewhere, ask again later. */
export type State = 'ours' | 'used' | 'unknown' | 'busy';

/** What a message is kept under: its key, beside which stands that it was sent, and further names. It may leave where all of them are free. */
export type Names = readonly [key: string, ...more: string[]];

/** A key, and in two entries that its message was sent. */
export const ENTRIES_PER_KEY = 3;

/** ms after which a message on its way elsewhere is not waited for any more: no proof that it was sent, nor that it was not. */
const UNKNOWN_AFTER = 60_000;

/**
 * The keys of one node that a run takes. A key is recorded before its message leaves, and beside it, when that was
 * accepted, that it was sent. Without that it is on its way, or nobody knows what became of it. `claim` and `settle` need the
 * store to be ours.
 */
export class Keys {
	/** Recorded by this run, and not ended; and those of them of which nobody knows what became of the message. */
	private readonly own = new Map<string, Names>();
	readonly doubtful = new Set<string>();
	/** Entries that are to be recorded, with the next keys. */
	private ended: string[] = [];
	/** Entries that are to be taken out; and those of them that were being taken out, in which hold of the store. */
	private returned: string[] = [];
	private underWay = { entries: new Set<string>(), hold: 0 };
	/** Recorded by others, and not sent: since when this run has seen them (ms), and how many entries there were when it last looked. */
	private readonly waiting = new Map<string, { since: number; count: number }>();
	/** Of which nobody could tell yet which are ours, and how many of them are. */
	private unclear = { names: new Set<string>(), ours: 0 };
	private before: number | undefined;
	private added = 0;
	private readonly store: KeyStore;
	private readonly resendUnknown: boolean;

	/** `resendUnknown`: whether a message of this run is sent once more where nobody knows what became of it. */
	constructor(store: KeyStore, resendUnknown: boolean) {
		this.store = store;
		this.resendUnknown = resendUnknown;
	}

	/** How many messages that were sent are not recorded as such yet. */
	get unrecorded(): number {
		return this.ended.length / 2;
	}

	/** How many keys of earlier runs those of this run have pushed out of the store. */
	get pushedOut(): number {
		const most = (this.before ?? 0) + ENTRIES_PER_KEY * this.added;
		return Math.ceil(Math.max(0, most - ENTRIES_KEPT) / ENTRIES_PER_KEY);
	}

	/** Whether there is anything to record or to take out. */
	get isOpen(): boolean {
		return this.ended.length > 0 || this.returned.length > 0;
	}

	/** Whether all of these are waited for, and nobody has written since this run has looked. */
	async isUnchanged(all: readonly Names[]): Promise<boolean> {
		const earliest = performance.now() - UNKNOWN_AFTER;
		const seen = all.map(([key]) => this.waiting.get(key));
		if (this.isOpen || !seen.every((one) => one !== undefined && one.since > earliest))
			return false;
		const count = await this.store.count();
		// A full store always has so many.
		return count < ENTRIES_KEPT && seen.every((one) => one?.count === count);
	}

	/**
	 * What becomes of messages, all different, by their keys; those of `ours` are so until `end`, `doubt` or `giveBack`. Those
	 * without a state were not looked for, because that would have taken too long.
	 *
	 * | beside the key | |
	 * |---|---|
	 * | it was sent | used |
	 * | nothing, since less than a minute | busy |
	 * | nothing, for longer | unknown |
	 */
	async claim(all: readonly Names[]): Promise<Map<string, State>> {
		await this.takeOut();
		this.before ??= await this.store.known();
		const states = new Map<string, State>();
		const others = all.filter(([key]) => !this.own.has(key));
		const fresh = await this.record(others.flat());
		for (const names of others) {
			const isOurs = names.every((name) => fresh.has(name));
			if (isOurs) this.own.set(names[0], names);
			if (isOurs) this.waiting.delete(names[0]);
			else this.returned.push(...names.filter((name) => fresh.has(name)));
		}
		for (const [key] of all)
			if (this.own.has(key))
				states.set(key, this.doubtful.has(key) && !this.resendUnknown ? 'unknown' : 'ours');
		const known = others.filter(([key]) => !states.has(key));
		this.added += others.length - known.length;
		const isSent = new Map<string, boolean>();
		const isOld = (name: string) => !fresh.has(name);
		await this.look(known.map(([key]) => key).filter(isOld), isSent);
		const more = known.filter(([key]) => isSent.get(key) !== true);
		await this.look(more.flatMap(([, ...names]) => names).filter(isOld), isSent);
		await this.takeOut();
		const { names: left, ours } = this.unclear;
		for (const name of fresh) left.delete(name);
		const unsent = known.filter((names) => {
			if (!names.some((name) => isSent.get(name) === true)) return true;
			// None of the names of a message that was sent is new.
			for (const name of names) left.delete(name);
			states.set(names[0], 'used');
			return false;
		});
		const areOurs = left.size === ours;
		for (const names of unsent) {
			if (areOurs && names.every((name) => left.delete(name))) {
				this.own.set(names[0], names);
				states.set(names[0], 'ours');
			} else if (names.filter(isOld).every((name) => isSent.has(name)))
				states.set(names[0], this.wait(names[0], await this.store.known()));
		}
		return states;
	}

	/** The message of a key of ours was sent, and so were `others`: recorded with the next keys, or by `settle`. */
	end(key: string, others: readonly string[]): void {
		if (this.own.delete(key)) this.ended.push(...[key, ...others].flatMap(factOf));
	}

	/** Nobody knows what became of the message of a key of ours. */
	doubt(key: string): void {
		if (this.own.has(key)) this.doubtful.add(key);
	}

	/** The messages of keys of ours were not sent (without `keys`, of any): they are free after `settle`, as other entries are, but for what may have been sent before. */
	giveBack(keys: Iterable<string> = [...this.own.keys()], others: readonly string[] = []): void {
		for (const key of keys) {
			if (this.doubtful.has(key)) continue;
			this.returned.push(...(this.own.get(key) ?? []));
			this.own.delete(key);
		}
		this.returned.push(...others);
	}

	/** Records what has ended, and takes out as much as one holder may. */
	async settle(): Promise<void> {
		await this.record([]);
		await this.takeOut();
	}

	private async takeOut(): Promise<void> {
		const { store, underWay } = this;
		// What was being taken out in another hold may be somebody else's by now.
		if (underWay.hold !== store.hold)
			this.returned = this.returned.filter((entry) => !underWay.entries.has(entry));
		if (this.returned.length === 0) return;
		const portion = this.returned.slice(0, await store.removable());
		this.underWay = { entries: new Set(portion), hold: store.hold };
		await store.remove(portion);
		this.underWay = { entries: new Set(), hold: store.hold };
		this.returned = this.returned.slice(portion.length);
	}

	/** Records what has ended, and names; gives those of them that were new. */
	private async record(names: readonly string[]): Promise<Set<string>> {
		const ended = [...this.ended];
		const fresh = await this.store.add([...ended, ...names]).catch(async (error: unknown) => {
			if (!(error instanceof Unclear)) throw error;
			// It was carried out. Those that nobody has sent are the new ones, or on their way elsewhere.
			const isSent = new Map<string, boolean>();
			await this.look(names, isSent);
			const open = names.filter((name) => isSent.get(name) !== true);
			this.unclear = { names: new Set(open), ours: error.added - ended.length };
			return new Set<string>();
		});
		this.ended = this.ended.slice(ended.length);
		return fresh;
	}

	/** What becomes of a message that is on its way elsewhere, or in doubt. */
	private wait(key: string, count: number): State {
		const now = performance.now();
		const { since } = this.waiting.get(key) ?? { since: now };
		this.waiting.set(key, { since, count });
		return now - since < UNKNOWN_AFTER ? 'busy' : 'unknown';
	}

	/** Looks which of the keys were sent, as many as one holder may, and notes it. */
	async look(keys: readonly string[], isSent: Map<string, boolean>): Promise<void> {
		let rest = keys.length === 0 ? 0 : await this.store.removable();
		for (let from = 0; from < keys.length && rest > 0;) {
			const portion = keys.slice(from, from + rest);
			const sent = await sentOf(this.store, portion);
			for (const key of portion) isSent.set(key, sent.has(key));
			from += portion.length;
			rest -= portion.length - sent.size;
		}
	}
}
