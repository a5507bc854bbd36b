import { instantFrom, wallTimeAt } from '../../time/timeZone';
import type { Row } from '../row/row';
import { slotEntry } from './entries';
import type { Access, KeyStore } from './keyStore';

const HOUR = 3_600_000;

/** Zeros before a number would cost who wants more than the limit nothing. */
const withoutZeros = (number: string): string => number.replace(/^0+/, '');

/** How many slots a number wants, and those that it was found to have. */
class Slots {
	readonly number: string;

	readonly free: string[] = [];

	wanted = 0;

	private tried = 0;

	constructor(number: string) {
		this.number = number;
	}

	/**
	 * Which of `most` slots to try next: none where it has enough, or all were tried. Twice as many each time, so that of a
	 * number that has had many messages not each is asked for by itself.
	 */
	next(most: number): number[] {
		const missing = this.wanted - this.free.length;
		if (missing <= 0) return [];
		const from = this.tried;
		this.tried = Math.min(most, from + Math.max(missing, from));
		return Array.from({ length: this.tried - from }, (_, index) => from + index);
	}
}

/**
 * Counts the messages to each number, over all executions and workers: in n8n's own deduplication store, each message
 * takes one of as many slots as its number has within the hours. The slot of a message that was not sent is free again.
 */
export class NumberLimit {
	/** How often slots were freed. */
	freed = 0;

	private readonly store: KeyStore;
	private readonly limit: { maxPerNumber: number; perHours: number };
	private readonly timeZone: string;
	private readonly numbersOf: (row: Row) => readonly string[];
	/** Slots of rows that were let through. */
	private readonly taken = new WeakMap<Row, string[]>();

	/** `numbersOf` gives the numbers of a row, each in one writing only. `timeZone`: whose midnight the hours begin at. */
	constructor(
		store: KeyStore,
		limit: NumberLimit['limit'],
		timeZone: string,
		numbersOf: (row: Row) => readonly string[],
	) {
		this.store = store;
		this.limit = limit;
		this.timeZone = timeZone;
		this.numbersOf = numbersOf;
	}

	/**
	 * Takes a slot for each number of each row, in order; gives the rows for which there were not enough, and which take
	 * none, each with the number that has had its messages and when it may have the next (epoch ms). Throws where n8n's
	 * store can't be used, and where `signal` is given before it begins.
	 */
	async take(rows: readonly Row[], signal?: AbortSignal) {
		const heldBack = new Map<Row, { number: string; until: number }>();
		if (rows.length === 0) return heldBack;
		const known = new Map<string, Slots>();
		const wanted = rows.map((row) => {
			const numbers = this.numbersOf(row).map((written) => {
				const number = withoutZeros(written);
				const slots = known.get(number) ?? new Slots(number);
				known.set(number, slots);
				slots.wanted++;
				return { written, slots };
			});
			return { row, numbers };
		});
		const all = [...known.values()];
		await this.store.exclusively(async (access) => {
			const { name, until } = this.windowAt(Date.now());
			await this.fill(all, access, name);
			for (const { row, numbers } of wanted) {
				const taken: Array<{ slots: Slots; entry: string }> = [];
				const full = numbers.find(({ slots }) => {
					const entry = slots.free.pop();
					if (entry !== undefined) taken.push({ slots, entry });
					return entry === undefined;
				});
				if (full === undefined) {
					this.taken.set(
						row,
						taken.map(({ entry }) => entry),
					);
					continue;
				}
				heldBack.set(row, { number: full.written, until });
				for (const { slots, entry } of taken) slots.free.push(entry);
			}
			await access.remove(all.flatMap(({ free }) => free));
		}, signal);
		return heldBack;
	}

	/** Frees the slots of rows that were not sent. Throws where n8n's store can't be used. */
	async release(rows: readonly Row[]): Promise<void> {
		const slots = rows.flatMap((row) => this.taken.get(row) ?? []);
		for (const row of rows) this.taken.delete(row);
		if (slots.length === 0) return;
		await this.store.exclusively(async (access) => await access.remove(slots));
		this.freed++;
	}

	/** Records slots until each number has as many as it wants, or no more are left. */
	private async fill(all: readonly Slots[], access: Access, hours: string): Promise<void> {
		for (;;) {
			const asked = all.flatMap((slots) =>
				slots.next(this.limit.maxPerNumber).map((index) => ({
					slots,
					entry: slotEntry(hours, slots.number, index),
				})),
			);
			if (asked.length === 0) return;
			const fresh = await access.record(asked.map(({ entry }) => entry));
			for (const { slots, entry } of asked) if (fresh.has(entry)) slots.free.push(entry);
		}
	}

	/**
	 * The hours that an instant is in, from midnight on by the clocks of the time zone: by whatever all workers call them the
	 * same, and until when (epoch ms).
	 */
	private windowAt(instant: number): { name: string; until: number } {
		const { perHours: hours } = this.limit;
		const { timeZone } = this;
		const index = Math.floor(wallTimeAt(instant, timeZone) / (hours * HOUR));
		const until = instantFrom((index + 1) * hours * HOUR, timeZone);
		return { name: `${hours} h ${index}`, until };
	}
}
