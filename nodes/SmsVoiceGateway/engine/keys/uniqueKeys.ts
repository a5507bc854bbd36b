import type { IExecuteFunctions } from 'n8n-workflow';

import { pause } from '../../wire/pause';
import { decide, type State } from './decide';
import { entriesOfAge, entriesOfUse, entriesPerKey, forgotten } from './age';
import { WriteBehind } from './writeBehind';
import { entriesOf, resentEntry } from './entries';
import { having } from './facts';
import { ENTRIES_KEPT, type Access, type KeyStore } from './keyStore';
import { OpenKeys } from './openKeys';

/** The keys in flight of all executions of this process, by node: n8n's store can't tell one that is at work from one that was killed. */
const inProcess = new Map<string, Set<string>>();

/**
 * The unique keys of one node, in n8n's own deduplication store. A key is recorded before its message leaves, so that a
 * crash can't send it twice, and freed if the message is refused. What became of it is recorded beside it; where that is
 * missing, nobody knows whether it was sent.
 */
export class UniqueKeys {
	/** Keys that this run has added, and entries that stood there before; undefined where nobody asked. */
	private added = 0;

	private before: number | undefined;

	private readonly context: IExecuteFunctions;

	private readonly store: KeyStore;

	private readonly hours: number;

	/** In flight: of this run, and of all executions in this process. */
	private readonly own = new Set<string>();

	private readonly inFlight: Set<string>;

	/** Of messages that were accepted: by this run, or found in the store. */
	private readonly used = new Set<string>();

	/** Of messages of this run that may have been sent. */
	private readonly doubtful = new Set<string>();

	/** Open in the store, and not by this run. */
	private readonly open = new OpenKeys();

	/** Of messages that were not sent, whose keys n8n's store may still have. */
	private readonly unfreed = new Set<string>();

	/** In doubt, and sent once more: what may have been sent stays so, whatever becomes of that. */
	private readonly resent = new Set<string>();

	private readonly writeBehind: WriteBehind;

	/** `hours`: after so many a key may be used again; 0 for never. */
	constructor(context: IExecuteFunctions, store: KeyStore, hours: number) {
		this.context = context;
		this.store = store;
		this.hours = hours;
		this.writeBehind = new WriteBehind(store);
		const { place } = store;
		this.inFlight = inProcess.get(place) ?? new Set();
		inProcess.set(place, this.inFlight);
	}

	/** Whether the message of a key is on its way in this run. */
	has(key: string): boolean {
		return this.own.has(key);
	}

	/**
	 * What becomes of keys, all different; those that are free are recorded, and in flight until `end` or `release`.
	 * `again`: those that are free also where nobody knows whether they were used. Throws where n8n's store can't be used,
	 * and where the execution is stopped meanwhile.
	 */
	async claim(keys: readonly string[], again: ReadonlySet<string>): Promise<Map<string, State>> {
		const signal = this.context.getExecutionCancelSignal();
		const wait = this.open.pauseFor(keys);
		if (wait > 0) await pause(wait, signal);
		const states = new Map<string, State>();
		const asked: string[] = [];
		for (const key of keys) {
			if (this.own.has(key)) states.set(key, 'busy');
			else if (this.used.has(key)) states.set(key, 'used');
			else if (this.doubtful.has(key)) states.set(key, 'broken');
			else if (this.inFlight.has(key)) states.set(key, this.open.meet(key));
			else asked.push(key);
		}
		if (asked.length === 0) return states;
		for (const key of asked) {
			this.own.add(key);
			this.inFlight.add(key);
		}
		let failed = true;
		try {
			await this.store.exclusively(async (access) => {
				// A single row has no hint to say it in.
				if (asked.length > 1)
					this.before ??= (await access.count()) - entriesPerKey(this.hours) * this.added;
				await this.ask(access, asked, again, states);
			}, signal);
			failed = false;
		} finally {
			for (const key of asked) {
				const state = states.get(key);
				// It was recorded all the same.
				if (failed && state === 'free') this.unfreed.add(key);
				if (state === 'used') this.used.add(key);
				if (state !== undefined && state !== 'busy') this.open.delete(key);
				if (failed || state !== 'free') this.finish(key);
			}
		}
		return states;
	}

	/** The messages were accepted, or nobody knows: their keys stay used. */
	end(keys: readonly string[], isKnown: boolean): void {
		for (const key of keys) {
			this.finish(key);
			this.unfreed.delete(key);
			(isKnown ? this.used : this.doubtful).add(key);
		}
		const now = Date.now();
		this.writeBehind.add(
			keys.flatMap((key) => [
				...entriesOf(key, isKnown ? 'accepted' : 'unknown'),
				...(this.hours > 0 ? entriesOfAge(key, this.hours, now) : []),
			]),
		);
	}

	/** The messages were not sent: their keys may be used again, but for what may have been sent before. Throws where n8n's store can't be used. */
	async release(keys: readonly string[]): Promise<void> {
		if (keys.length === 0) return;
		let failed = true;
		try {
			const ours = keys.filter((key) => !this.resent.has(key));
			const doubtful = keys.filter((key) => this.resent.has(key));
			await this.store.exclusively(async (access) => {
				await access.remove(ours);
				if (doubtful.length > 0)
					await access.record(doubtful.flatMap((key) => entriesOf(key, 'unknown')));
			});
			failed = false;
		} finally {
			// Not before: another request would take the key while it is still to be removed.
			for (const key of keys) {
				this.finish(key);
				if (this.resent.has(key)) continue;
				if (failed) this.unfreed.add(key);
				else this.unfreed.delete(key);
			}
		}
	}

	/** How many keys of earlier runs those of this run have pushed out, where `claim` has counted. */
	get pushedOut(): number {
		const each = entriesPerKey(this.hours);
		const most = (this.before ?? 0) + each * this.added;
		return Math.ceil(Math.max(0, most - ENTRIES_KEPT) / each);
	}

	/** Records what has ended, as long as an outage of the database may take. Never throws. */
	async close(): Promise<void> {
		// Whatever went wrong: nobody in this process waits for them any more.
		for (const key of [...this.own]) this.finish(key);
		const left = await this.writeBehind.close();
		if (left === 0) return;
		this.context.logger.warn(
			`${left / (entriesPerKey(this.hours) - 1)} messages with unique keys were sent, which n8n could not record: a later run takes them for unknown`,
		);
	}

	private finish(key: string): void {
		this.own.delete(key);
		this.inFlight.delete(key);
	}

	private async ask(
		access: Access,
		keys: readonly string[],
		again: ReadonlySet<string>,
		states: Map<string, State>,
	): Promise<void> {
		const fresh = await this.writeBehind.recordWith(access, keys);
		const known: string[] = [];
		for (const key of keys) {
			if (fresh.has(key)) states.set(key, decide('new', 0, false));
			else known.push(key);
		}
		this.added += keys.length - known.length;
		const used = await having(access, known, 'accepted');
		const left = known.filter((key) => !used.has(key));
		const doubtful = await having(access, left, 'unknown');
		const old = await forgotten(access, [...used, ...doubtful], this.hours, Date.now());
		// From here on it is as any key in flight; a crash leaves it as one that was broken off.
		await access.remove([...old].flatMap(entriesOfUse));
		const resent: string[] = [];
		for (const key of known) {
			if (old.has(key)) {
				states.set(key, 'free');
				continue;
			}
			const found = used.has(key) ? 'ended' : doubtful.has(key) ? 'doubt' : 'open';
			const state = this.open.judge(key, found, again.has(key) || this.unfreed.has(key));
			if (state === 'free') resent.push(key);
			else states.set(key, state);
		}
		await this.resend(access, resent, doubtful, states);
	}

	/** Of several that would send a message once more, lets one do so; from then on it is in flight to the others. */
	private async resend(
		access: Access,
		keys: readonly string[],
		doubtful: ReadonlySet<string>,
		states: Map<string, State>,
	): Promise<void> {
		const levels = new Map(
			keys.filter((key) => !doubtful.has(key)).map((key) => [key, this.open.resent(key) + 1]),
		);
		const tokens = [...levels].map(([key, level]) => resentEntry(key, level));
		const fresh = tokens.length === 0 ? new Set() : await access.record(tokens);
		for (const [key, level] of levels) {
			if (fresh.has(resentEntry(key, level))) continue;
			states.set(key, this.open.meet(key, level));
		}
		const taken = keys.filter((key) => !states.has(key));
		await access.remove(
			taken.filter((key) => doubtful.has(key)).flatMap((key) => entriesOf(key, 'unknown')),
		);
		for (const key of taken) {
			states.set(key, 'free');
			if (!this.unfreed.has(key)) this.resent.add(key);
		}
	}
}
