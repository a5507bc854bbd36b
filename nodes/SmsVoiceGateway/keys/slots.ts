import { sameNumber } from '../numbers/digits';
import { numbersIn, type Row } from '../row/row';
import { NAME } from './n8nRows';
import type { KeyStore } from './store';

const slotEntry = (hours: string, number: string, index: number): string =>
	`${NAME} message ${index} to ${number} in ${hours}`;

/** How many slots a number wants, those that it was found to have, and which were tried. */
interface Wanted {
	count: number;
	found: string[];
	tried: number;
}

/**
 * Counts the messages to each number: each takes one of as many slots as its number has within the hours, and the slot of one
 * that was not sent is free again. `claim` needs the store to be ours.
 */
export class Slots {
	/** Of rows that were let through and have not ended. */
	private readonly taken = new Map<Row, string[]>();
	private readonly store: KeyStore;
	private readonly most: number;

	constructor(store: KeyStore, most: number) {
		this.store = store;
		this.most = most;
	}

	/**
	 * Takes a slot for each number of each row, in order; gives the rows for which there were not enough, and which take none,
	 * each with the number that has had its messages, and whether it may yet have one: another of these rows has it, and may not be
	 * sent. `needless` are slots to take out again.
	 */
	async claim(rows: readonly Row[], hours: string) {
		const numbers = rows.flatMap((row) => numbersIn(row.fields).map(sameNumber));
		const wanted = new Map<string, Wanted>();
		for (const [number, { length }] of Map.groupBy(numbers, (number) => number))
			wanted.set(number, { count: length, found: [], tried: 0 });
		await this.fill(wanted, hours);
		const slotsOf = (number: string) => wanted.get(sameNumber(number))?.found ?? [];
		const full: Array<{ row: Row; number: string }> = [];
		const through = new Set<string>();
		for (const row of rows) {
			const places = numbersIn(row.fields).map((number) => ({
				number,
				slot: slotsOf(number).pop(),
			}));
			const missing = places.find(({ slot }) => slot === undefined);
			if (missing === undefined) {
				this.taken.set(
					row,
					places.flatMap(({ slot }) => slot ?? []),
				);
				for (const { number } of places) through.add(sameNumber(number));
				continue;
			}
			full.push({ row, number: missing.number });
			for (const { number, slot } of places) if (slot !== undefined) slotsOf(number).push(slot);
		}
		return {
			full: full.map(({ row, number }) => ({
				row,
				number,
				mayYet: through.has(sameNumber(number)),
			})),
			needless: [...wanted.values()].flatMap(({ found }) => found),
		};
	}

	/** Rows were not sent: gives their slots, to take out. */
	giveBack(rows: readonly Row[]): string[] {
		const slots = rows.flatMap((row) => this.taken.get(row) ?? []);
		for (const row of rows) this.taken.delete(row);
		return slots;
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
			const asked = [...wanted].flatMap(([number, slots]) => {
				const missing = slots.count - slots.found.length;
				const from = slots.tried;
				if (missing > 0) slots.tried = Math.min(this.most, from + Math.max(missing, from));
				return Array.from({ length: slots.tried - from }, (_, index) => ({
					slots,
					entry: slotEntry(hours, number, from + index),
				}));
			});
			if (asked.length === 0) return;
			const fresh = await this.store.add(asked.map(({ entry }) => entry));
			for (const { slots, entry } of asked) if (fresh.has(entry)) slots.found.push(entry);
		}
	}
}
