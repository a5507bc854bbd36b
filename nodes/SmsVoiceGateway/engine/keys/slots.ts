import { withoutZeros } from '../../numbers/formatNumber';
import type { Row } from '../row/row';
import { NAME } from './n8nRows';
import type { KeyStore } from './store';

const slotEntry = (hours: string, number: string, index: number): string =>
	`${NAME} message ${index} to ${number} in ${hours}`;

/** How many slots a number wants, those that it was found to have, and which were tried. */
interface Wanted {
	count: number;
	free: string[];
	tried: number;
}

/**
 * Counts the messages to each number: each takes one of as many slots as its number has within the hours, and the slot of one
 * that was not sent is free again. Needs the store to be ours.
 */
export class Slots {
	/** Of rows that were let through and have not ended. */
	private readonly taken = new Map<Row, string[]>();
	private readonly store: KeyStore;
	private readonly most: number;
	private readonly numbersOf: (row: Row) => readonly string[];

	/** `numbersOf` gives the numbers of a row, each in one writing only. */
	constructor(store: KeyStore, most: number, numbersOf: (row: Row) => readonly string[]) {
		this.store = store;
		this.most = most;
		this.numbersOf = numbersOf;
	}

	/**
	 * Takes a slot for each number of each row, in order; gives the rows for which there were not enough, and which take none,
	 * each with the number that has had its messages, and whether it may yet have one: another of these rows has it, and may not be sent.
	 */
	async take(rows: readonly Row[], hours: string) {
		const wanted = new Map<string, Wanted>();
		for (const number of rows.flatMap((row) => this.numbersOf(row).map(withoutZeros))) {
			const one = wanted.get(number) ?? { count: 0, free: [], tried: 0 };
			wanted.set(number, { ...one, count: one.count + 1 });
		}
		await this.fill(wanted, hours);
		const slotsOf = (number: string) => wanted.get(withoutZeros(number))?.free ?? [];
		const full = new Map<Row, string>();
		const through = new Set<string>();
		for (const row of rows) {
			const own = this.numbersOf(row).map((number) => ({ number, slot: slotsOf(number).pop() }));
			const missing = own.find(({ slot }) => slot === undefined);
			const slots = own.flatMap(({ slot }) => slot ?? []);
			if (missing === undefined) {
				this.taken.set(row, slots);
				for (const { number } of own) through.add(withoutZeros(number));
				continue;
			}
			full.set(row, missing.number);
			for (const { number, slot } of own) if (slot !== undefined) slotsOf(number).push(slot);
		}
		await this.store.remove([...wanted.values()].flatMap(({ free }) => free));
		const mayYet = (number: string) => through.has(withoutZeros(number));
		return [...full].map(([row, number]) => ({ row, number, mayYet: mayYet(number) }));
	}

	/** Frees the slots of rows that were not sent. */
	async free(rows: readonly Row[]): Promise<void> {
		const slots = rows.flatMap((row) => this.taken.get(row) ?? []);
		for (const row of rows) this.taken.delete(row);
		await this.store.remove(slots);
	}

	/** A row has ended: it keeps its slots. */
	end(row: Row): void {
		this.taken.delete(row);
	}

	/**
	 * Records slots until each number has as many as it wants, or no more are left: twice as many each time, so that of a number
	 * that has had many messages not each is asked for by itself.
	 */
	private async fill(wanted: ReadonlyMap<string, Wanted>, hours: string): Promise<void> {
		for (;;) {
			const asked = [...wanted].flatMap(([number, one]) => {
				const missing = one.count - one.free.length;
				const from = one.tried;
				if (missing > 0) one.tried = Math.min(this.most, from + Math.max(missing, from));
				return Array.from({ length: one.tried - from }, (_, index) => ({
					one,
					entry: slotEntry(hours, number, from + index),
				}));
			});
			if (asked.length === 0) return;
			const fresh = await this.store.record(asked.map(({ entry }) => entry));
			for (const { one, entry } of asked) if (fresh.has(entry)) one.free.push(entry);
		}
	}
}
