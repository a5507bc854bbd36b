import type { Attempt } from '../attempt';
import { duplicateOf } from '../row/duplicate';
import { hasFailed } from '../row/end';
import { brokenOff, keysUnavailable, notSent } from '../row/failures';
import type { Row, RowOf } from '../row/row';
import { settle, settleAll } from '../row/settle';
import type { State } from '../keys/decide';

/** Of the time of a block's requests, so much at most is to be spent on the store. */
const SHARE_OF_STORE = 0.1;

/** Rows that may be unknown after a crash, because their requests were claimed together. */
const MOST_ROWS = 2000;

/** ms after which what is left of a block is given back: the service has become slow, and others may wait for it. */
const LONGEST_BLOCK_MS = 20_000;

/** The rows of a request whose turn has come. */
export interface Claimed {
	/** They may leave. */
	free: RowOf[];
	/** They must wait for another row with their key. */
	busy: RowOf[];
}

/**
 * The unique keys of the requests of a round, claimed in blocks: n8n reads and writes all keys of the node each time.
 * A block has as many requests as make that a tenth of their time.
 */
export class Claims {
	private readonly requests: readonly RowOf[][];

	private readonly attempt: Attempt;

	/** The row that has a key, and what became of it. */
	private readonly held = new Map<string, { row: RowOf; state: State }>();

	/** Requests whose turn has come. */
	private readonly begun = new Set<number>();

	/** From and to which request the last block goes, and when it began. */
	private block = { from: 0, to: 0, began: 0 };

	private asking: Promise<unknown> = Promise.resolve();

	constructor(requests: readonly RowOf[][], attempt: Attempt) {
		this.requests = requests;
		this.attempt = attempt;
	}

	/** The rows of a request that may leave; those whose key was used before are settled. Never throws. */
	async of(index: number): Promise<Claimed> {
		const { attempt } = this;
		const { operation, context } = attempt;
		const rows = this.requests[index] ?? [];
		if (attempt.keys === undefined) return { free: rows, busy: [] };
		try {
			const mine = this.asking.then(async () => await this.ask(index));
			this.asking = mine.catch(() => undefined);
			await mine;
		} catch (error) {
			const isStopped = context.getExecutionCancelSignal()?.aborted === true;
			if (!isStopped) attempt.failed = true;
			settleAll(rows, isStopped ? notSent('stopped') : keysUnavailable(error), attempt);
			return { free: [], busy: [] };
		}
		const free: RowOf[] = [];
		const busy: RowOf[] = [];
		for (const row of rows) {
			const held = row.key === undefined ? undefined : this.held.get(row.key);
			const isOwn = held?.state === 'free' && held.row === row;
			if (row.key === undefined || isOwn) free.push(row);
			// Without a claim nothing leaves, whatever the reason.
			else if (held === undefined || held.state === 'free' || held.state === 'busy') busy.push(row);
			// Of another execution: no reason to keep the others back.
			else if (held.state === 'broken') settle(row, brokenOff(), attempt);
			else settle(row, duplicateOf(row, operation), attempt);
		}
		return { free, busy };
	}

	/** Frees the keys of requests that have been claimed, and whose turn has not come. */
	async giveBack(from = 0): Promise<void> {
		const { keys } = this.attempt;
		if (keys === undefined) return;
		const rows: RowOf[] = [];
		for (let index = from; index < this.block.to; index++) {
			if (this.begun.has(index)) continue;
			for (const row of this.requests[index] ?? []) {
				const { key = '' } = row;
				const held = this.held.get(key);
				if (held?.row !== row) continue;
				this.held.delete(key);
				if (held.state === 'free') rows.push(row);
			}
		}
		await release(rows, this.attempt);
	}

	/** Has the keys of a request claimed, and with them those of the requests behind it. */
	private async ask(index: number): Promise<void> {
		const isLate = Date.now() - this.block.began > LONGEST_BLOCK_MS;
		if (index < this.block.to && isLate) {
			await this.giveBack(index);
			this.block.to = Math.min(this.block.to, index);
		}
		this.begun.add(index);
		if (index < this.block.to) return await this.claim(this.unclaimed(index));
		const to = this.endOfBlock(index);
		const wanted = this.requests.slice(index, to).flat();
		await this.claim([
			...this.unclaimed(index),
			...wanted.filter(({ key }) => key !== undefined && !this.held.has(key)),
		]);
		this.block = { from: index, to, began: Date.now() };
	}

	/** Rows whose key no row has, or another row had, which has ended meanwhile. */
	private unclaimed(index: number): RowOf[] {
		return (this.requests[index] ?? []).filter((row) => {
			if (row.key === undefined) return false;
			const held = this.held.get(row.key);
			return held === undefined || (held.row !== row && !this.attempt.keys?.has(row.key));
		});
	}

	private async claim(rows: readonly RowOf[]): Promise<void> {
		const { keys } = this.attempt;
		const first = new Map<string, RowOf>();
		for (const row of rows) {
			if (row.key !== undefined && !first.has(row.key)) first.set(row.key, row);
		}
		if (keys === undefined || first.size === 0) return;
		const again = [...first].flatMap(([key, { resendUnknown }]) => (resendUnknown ? key : []));
		const states = await keys.claim([...first.keys()], new Set(again));
		for (const [key, state] of states) {
			const row = first.get(key);
			if (row !== undefined) this.held.set(key, { row, state });
		}
	}

	private endOfBlock(from: number): number {
		const { keys, settings } = this.attempt;
		const done = from - this.block.from;
		const each = (Date.now() - this.block.began) / Math.max(1, done);
		const wanted =
			this.block.to === 0
				? settings.parallel
				: Math.ceil((keys?.cost ?? 0) / SHARE_OF_STORE / Math.max(each, 0.01));
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

/** Frees the keys of rows that were not sent. Never throws. */
export async function release(rows: readonly Row[], { keys, context }: Attempt): Promise<void> {
	if (keys === undefined) return;
	try {
		await keys.release(rows.flatMap(({ key }) => key ?? []));
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		for (const { end } of rows) {
			if (end === undefined || !hasFailed(end)) continue;
			end.failure.advice += ` Its unique key could not be freed (${said}): give the row another one before you send it again.`;
		}
		context.logger.warn(`Unique keys could not be freed: ${said}`);
	}
}
