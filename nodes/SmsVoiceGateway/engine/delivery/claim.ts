import { brokenOff, duplicateOf, heldBack, keysUnavailable, notSent } from '../row/failures';
import type { Row } from '../row/row';
import type { State } from '../keys/decide';
import type { Delivery } from './delivery';

/** Of the time of a block's requests, so much at most is to be spent on the store. */
const SHARE_OF_STORE = 0.1;

/** Rows that may be unknown after a crash, because their requests were claimed together. */
const MOST_ROWS = 2000;

/** ms after which what is left of a block is given back: the service has become slow, and others may wait for it. */
const LONGEST_BLOCK_MS = 20_000;

/**
 * What the requests of a round need of n8n's store, their unique keys and the slots of their numbers, claimed in blocks:
 * n8n reads and writes all entries of the node each time. A block has as many requests as make that a tenth of their time.
 */
export class Claims {
	private readonly requests: readonly Row[][];

	private readonly delivery: Delivery;

	/** The row that has a key, and what became of it. */
	private readonly held = new Map<string, { row: Row; state: State }>();

	/** Rows whose numbers were asked for; with a reason, where one has had its messages, and with how many were freed then. */
	private readonly asked = new Map<
		Row,
		{ reason: Parameters<typeof heldBack>[0] | undefined; freed: number }
	>();

	/** Requests whose turn has come. */
	private readonly begun = new Set<number>();

	/** From and to which request the last block goes, and when it began. */
	private block = { from: 0, to: 0, began: 0 };

	/** ms that the last claim has spent in n8n's store. */
	private cost = 0;

	private asking: Promise<unknown> = Promise.resolve();

	constructor(requests: readonly Row[][], delivery: Delivery) {
		this.requests = requests;
		this.delivery = delivery;
	}

	/**
	 * The rows of a request that may leave. Of the others those are settled that may not any more, or not yet; what is left
	 * must wait for another row with its key. Never throws.
	 */
	async of(index: number): Promise<Row[]> {
		const { delivery } = this;
		const { operation, context, memory, settings } = delivery.runContext;
		const rows = this.requests[index] ?? [];
		if (memory.store === undefined) return rows;
		try {
			const mine = this.asking.then(async () => await this.ask(index));
			this.asking = mine.catch(() => undefined);
			await mine;
		} catch (error) {
			const isStopped = context.getExecutionCancelSignal()?.aborted === true;
			if (!isStopped) delivery.hasFailed = true;
			await this.free(rows);
			for (const row of rows)
				delivery.end(row, isStopped ? notSent('stopped') : keysUnavailable(error, row));
			return [];
		}
		const free: Row[] = [];
		const early = new Map<Row, Parameters<typeof heldBack>[0]>();
		for (const row of rows) {
			const state = row.key === undefined ? undefined : this.held.get(row.key)?.state;
			// Without a claim nothing leaves, whatever the reason.
			const claimed = this.ownsKey(row) ? this.asked.get(row) : undefined;
			if (claimed?.reason !== undefined) early.set(row, claimed.reason);
			else if (claimed !== undefined) free.push(row);
			// Of another execution: no reason to keep the others back.
			else if (state === 'broken') delivery.end(row, brokenOff());
			else if (state === 'used') delivery.end(row, duplicateOf(row, operation));
		}
		await this.free([...early.keys()]);
		for (const [row, reason] of early) delivery.end(row, heldBack(reason, settings.limits));
		return free;
	}

	/** Gives back what requests have claimed whose turn has not come. */
	async giveBack(from = 0): Promise<void> {
		const rows: Row[] = [];
		for (let index = from; index < this.block.to; index++) {
			if (!this.begun.has(index)) rows.push(...(this.requests[index] ?? []));
		}
		await this.free(rows);
	}

	/** Whether a row may leave as far as its key is concerned. */
	private ownsKey(row: Row): boolean {
		if (row.key === undefined) return true;
		const held = this.held.get(row.key);
		return held?.state === 'free' && held.row === row;
	}

	/** Whether the numbers of a row are to be asked for: for the first time, or as one may have room again. */
	private isToAsk(row: Row): boolean {
		const { reason, freed } = this.asked.get(row) ?? {};
		if (freed === undefined) return true;
		return reason !== undefined && freed !== this.delivery.runContext.memory.numberLimit?.freed;
	}

	/** Forgets what rows have claimed, and frees it. */
	private async free(rows: readonly Row[]): Promise<void> {
		const claimed = rows.filter((row) => this.ownsKey(row));
		for (const row of rows) {
			this.asked.delete(row);
			if (row.key !== undefined && this.held.get(row.key)?.row === row) this.held.delete(row.key);
		}
		await this.delivery.release(claimed);
	}

	/** Has a request claimed, and with it those behind it. */
	private async ask(index: number): Promise<void> {
		const isLate = Date.now() - this.block.began > LONGEST_BLOCK_MS;
		if (index < this.block.to && isLate) {
			await this.giveBack(index);
			this.block.to = Math.min(this.block.to, index);
		}
		this.begun.add(index);
		if (index < this.block.to) return await this.claim(this.unclaimed(index));
		const to = this.endOfBlock(index);
		const wanted = this.requests.slice(index + 1, to).flat();
		await this.claim([
			...this.unclaimed(index),
			...wanted.filter((row) =>
				this.ownsKey(row) ? this.isToAsk(row) : !this.held.has(row.key ?? ''),
			),
		]);
		this.block = { from: index, to, began: Date.now() };
	}

	/** Rows that have claimed nothing, or whose key another row had, which has ended meanwhile. */
	private unclaimed(index: number): Row[] {
		return (this.requests[index] ?? []).filter((row) => {
			if (this.ownsKey(row)) return this.isToAsk(row);
			const held = this.held.get(row.key ?? '');
			if (held?.row === row) return false;
			return held === undefined || !this.delivery.runContext.memory.keys?.has(row.key ?? '');
		});
	}

	private async claim(rows: readonly Row[]): Promise<void> {
		const { context, memory, settings } = this.delivery.runContext;
		const { store, keys, numberLimit } = memory;
		if (store === undefined || rows.length === 0) return;
		const before = store.spent;
		const first = new Map<string, Row>();
		for (const row of rows) {
			const { key } = row;
			if (key !== undefined && !this.ownsKey(row) && !first.has(key)) first.set(key, row);
		}
		if (keys !== undefined && first.size > 0) {
			const again = settings.resendUnknown ? first.keys() : [];
			const states = await keys.claim([...first.keys()], new Set(again));
			for (const [key, state] of states) {
				const row = first.get(key);
				if (row !== undefined) this.held.set(key, { row, state });
			}
		}
		const free = rows.filter((row) => this.ownsKey(row));
		const reasons = await numberLimit?.take(free, context.getExecutionCancelSignal());
		const freed = numberLimit?.freed ?? 0;
		for (const row of free) this.asked.set(row, { reason: reasons?.get(row), freed });
		this.cost = store.spent - before;
	}

	private endOfBlock(from: number): number {
		const done = from - this.block.from;
		const each = (Date.now() - this.block.began) / Math.max(1, done);
		const wanted =
			this.block.to === 0
				? this.delivery.runContext.settings.speed.parallelRequests
				: Math.ceil(this.cost / SHARE_OF_STORE / Math.max(each, 0.01));
		let rows = this.requests[from]?.length ?? 0;
		let to = from + 1;
		while (to < this.requests.length && to - from < wanted) {
			rows += this.requests[to]?.length ?? 0;
			if (rows > MOST_ROWS) break;
			to++;
		}
		return to;
	}
}
