import type { IExecuteFunctions } from 'n8n-workflow';

import { askedMark, readTimeMarks, sendingMark, timeMarks, timeMarksOf } from '../../lib/keyMarks';
import { pause } from '../../wire/pause';
import { confirmKeys } from './confirmKeys';
import { KeyStore } from './keyStore';
import type { Access } from './keyStore';
import { OnTheirWay } from './onTheirWay';
import type { Run } from '../run';
import { Watch } from './watch';

/** What became of the keys that a request asked for. The others were used before. */
export interface Claim {
	/** Never used before; recorded now. */
	free: Set<string>;
	/** Of a message on its way in another request, of whatever execution: to be asked for again. */
	busy: Set<string>;
	/** Of a message that was on its way when its execution broke off, and when that request began. */
	broken: Map<string, Date | undefined>;
}

/**
 * The unique keys of one node, in n8n's own deduplication store. A key is recorded before its message
 * leaves, so that a crash in between can't send it twice, and freed if the message is refused. While the message is
 * on its way, marks stand beside its key: where they are left over, nobody knows whether it was sent.
 */
export class UniqueKeys {
	private readonly onTheirWay: OnTheirWay;

	/** Of messages that were accepted, or may have been: by this try, or found in the store. */
	private readonly used = new Set<string>();

	/** Recorded by this try without having kept other processes out. They have no marks. */
	private readonly unguarded = new Set<string>();

	/** Of other executions' messages on their way. */
	private readonly watch = new Watch();

	private readonly context: IExecuteFunctions;

	private readonly store: KeyStore;

	/** Recorded, but of messages that were not sent: n8n's store failed when they were to be freed. */
	private readonly stuck: Set<string>;

	constructor(context: IExecuteFunctions, { stuckKeys }: Run) {
		this.context = context;
		this.store = new KeyStore(context);
		this.onTheirWay = new OnTheirWay(this.store, context.logger);
		this.stuck = stuckKeys;
	}

	/**
	 * Records keys, all different; those among `again` are given too where nobody knows whether they were used.
	 * Throws where n8n's store can't be used, and where the execution is stopped meanwhile.
	 */
	async claim(keys: string[], again: ReadonlySet<string> = new Set()): Promise<Claim> {
		const signal = this.context.getExecutionCancelSignal();
		const wait = this.watch.waitFor(keys);
		if (wait > 0) await pause(wait, signal);
		const busy = new Set(keys.filter((key) => this.onTheirWay.has(key)));
		const asked = keys.filter((key) => !busy.has(key) && !this.used.has(key));
		const free = new Set(asked.filter((key) => this.stuck.has(key)));
		const claim: Claim = { free, busy, broken: new Map() };
		const toRecord = asked.filter((key) => !free.has(key));
		this.onTheirWay.begin(asked);
		let failed = true;
		try {
			if (toRecord.length > 0) {
				const ask = async (access: Access) => await this.ask(access, toRecord, again, claim);
				await this.store.exclusively(ask, () => signal?.aborted === true);
			}
			failed = false;
		} finally {
			for (const key of toRecord) {
				// Those that were recorded all the same belong to the next try.
				if (failed && free.delete(key)) this.stuck.add(key);
				else if (!failed && !free.has(key) && !busy.has(key) && !claim.broken.has(key))
					this.used.add(key);
			}
			for (const key of asked) if (failed || !free.has(key)) this.onTheirWay.end(key);
		}
		return claim;
	}

	/** The messages were accepted, or may have been: their keys stay used. */
	keep(keys: string[]): void {
		const marks = keys.flatMap((key) => this.marksOf(key));
		for (const key of keys) {
			this.onTheirWay.end(key);
			this.stuck.delete(key);
			this.used.add(key);
		}
		void this.onTheirWay.tidySoon(marks);
	}

	/** The messages were not sent: their keys may be used again. Throws where n8n's store can't be used. */
	async release(keys: string[]): Promise<void> {
		if (keys.length === 0) return;
		let failed = true;
		try {
			const entries = keys.flatMap((key) => [key, ...this.marksOf(key)]);
			await this.store.exclusively(async (access) => await access.remove(entries));
			failed = false;
		} finally {
			// Not before: another request would take the key while it is still to be removed.
			for (const key of keys) {
				this.onTheirWay.end(key);
				if (failed) this.stuck.add(key);
				else this.stuck.delete(key);
			}
		}
	}

	/** Takes out what is left of ended messages, and looks after keys that others could have lost. Never throws. */
	async close(): Promise<void> {
		await this.onTheirWay.tidy();
		const own = [...this.unguarded].filter((key) => this.used.has(key));
		await confirmKeys(own, this.store, this.context.logger);
	}

	private async ask(
		access: Access,
		keys: string[],
		again: ReadonlySet<string>,
		claim: Claim,
	): Promise<void> {
		await this.drop(access, []);
		if (access.isLocked) return await this.askWithMarks(access, keys, again, claim);
		for (const key of await access.record(keys)) {
			claim.free.add(key);
			this.unguarded.add(key);
		}
	}

	/** One writing says it all: a mark that was there already tells of a message on its way. */
	private async askWithMarks(
		access: Access,
		keys: string[],
		again: ReadonlySet<string>,
		{ free, busy, broken }: Claim,
	): Promise<void> {
		const [first = ''] = keys;
		const now = new Date();
		const time = timeMarksOf(first, now);
		const asking = keys.filter((key) => this.watch.has(key)).map(askedMark);
		const fresh = await access.record([...keys, ...keys.map(sendingMark), ...asking, ...time]);
		const surplus = fresh.has(first) ? [] : time.filter((mark) => fresh.has(mark));
		const more: string[] = [];
		for (const key of keys) {
			if (fresh.has(key)) free.add(key);
			else if (fresh.has(sendingMark(key))) surplus.push(sendingMark(key));
			else if (!this.watch.isDead(key, fresh.has(askedMark(key)))) {
				busy.add(key);
				more.push(askedMark(key));
				continue;
			} else if (again.has(key)) {
				free.add(key);
				surplus.push(...timeMarks(key));
			} else broken.set(key, undefined);
			// Who else asks for it has somebody to wait for now, or asks anew.
			if (this.watch.has(key)) surplus.push(askedMark(key));
			this.watch.end(key);
		}
		await this.drop(access, surplus);
		// Not before: the time of this request would be read along.
		if (broken.size > 0) await this.drop(access, await readTime(access, broken));
		const [leader] = free;
		if (leader !== undefined) {
			const own = timeMarksOf(leader, now);
			this.onTheirWay.leaves(leader, own);
			if (!fresh.has(first)) more.push(...own);
		}
		if (more.length > 0) await access.record(more);
	}

	/**
	 * Takes out marks that are not true, and those that are left. What fails is tried again, until the end of the run: a
	 * mark beside a used key would look as if its message were still on its way.
	 */
	private async drop(access: Access, marks: string[]): Promise<void> {
		this.onTheirWay.leave(marks);
		await this.onTheirWay.takeOut(access).catch(() => undefined);
	}

	private marksOf(key: string): string[] {
		if (this.unguarded.has(key)) return [];
		return this.onTheirWay.marksOf(key, this.stuck.has(key));
	}
}

/** When the request began whose keys these are: its first key carries it. Gives the marks that asking has left. */
async function readTime(access: Access, broken: Map<string, Date | undefined>): Promise<string[]> {
	const [first = ''] = broken.keys();
	const marks = timeMarks(first);
	const fresh = await access.record(marks);
	const time = readTimeMarks(first, new Set(marks.filter((mark) => !fresh.has(mark))));
	for (const key of broken.keys()) broken.set(key, time);
	return [...fresh];
}
