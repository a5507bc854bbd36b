import { instantFrom, wallTimeAt } from '../../time/timeZone';
import type { ReadyRow } from '../row/row';
import { slotEntry } from './entries';
import type { Access, KeyStore } from './keyStore';

const HOUR = 3_600_000;

/** Zeros before a number would cost who wants more than the limit nothing. */
const withoutZeros = (number: string): string => number.replace(/^0+/, '');

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
	private readonly numbersOf: (row: ReadyRow) => readonly string[];
	/** Slots of rows that were let through. */
	private readonly taken = new WeakMap<ReadyRow, string[]>();

	/** `numbersOf` gives the numbers of a row, each in one writing only. `timeZone`: whose midnight the hours begin at. */
	constructor(
		store: KeyStore,
		limit: NumberLimit['limit'],
		timeZone: string,
		numbersOf: (row: ReadyRow) => readonly string[],
	) {
		this.store = store;
		this.limit = limit;
		this.timeZone = timeZone;
		this.numbersOf = numbersOf;
	}

	/**
	 * Takes a slot for each number of each row, in order; gives the rows for which there were not enough, and which take
	 * none, each with the number that has had its messages and when it may have the next (epoch ms). Throws where n8n's store can't be used, and where `signal` is given before it begins.
	 */
	async take(rows: readonly ReadyRow[], signal?: AbortSignal) {
		const heldBack = new Map<ReadyRow, { number: string; until: number }>();
		if (rows.length === 0) return heldBack;
		const wanted = new Map<string, number>();
		for (const number of rows.flatMap((row) => this.numbersOf(row).map(withoutZeros)))
			wanted.set(number, (wanted.get(number) ?? 0) + 1);
		await this.store.exclusively(async (access) => {
			const window = this.windowAt(Date.now());
			const free = await this.freeSlots(access, wanted, window.name);
			for (const row of rows) {
				const given = this.numbersOf(row);
				const wants = new Map<string, number>();
				const full = given.find((written) => {
					const number = withoutZeros(written);
					const before = wants.get(number) ?? 0;
					wants.set(number, before + 1);
					return (free.get(number)?.length ?? 0) <= before;
				});
				if (full !== undefined) heldBack.set(row, { number: full, until: window.until });
				else
					this.taken.set(
						row,
						[...wants].flatMap(([number, count]) => free.get(number)?.splice(0, count) ?? []),
					);
			}
			await access.remove([...free.values()].flat());
		}, signal);
		return heldBack;
	}

	/** Frees the slots of rows that were not sent. Throws where n8n's store can't be used. */
	async release(rows: readonly ReadyRow[]): Promise<void> {
		const slots = rows.flatMap((row) => this.taken.get(row) ?? []);
		for (const row of rows) this.taken.delete(row);
		if (slots.length === 0) return;
		await this.store.exclusively(async (access) => await access.remove(slots));
		this.freed++;
	}

	/**
	 * Records slots until each number has as many as it wants, or no more are left; gives those that were free. Twice as
	 * many each time: a number that has had many messages is not asked for each of them.
	 */
	private async freeSlots(
		access: Access,
		wanted: ReadonlyMap<string, number>,
		hours: string,
	): Promise<Map<string, string[]>> {
		const { maxPerNumber: most } = this.limit;
		const free = new Map<string, string[]>([...wanted.keys()].map((number) => [number, []]));
		const tried = new Map<string, number>();
		for (;;) {
			const asked = new Map<string, string[]>();
			for (const [number, count] of wanted) {
				const from = tried.get(number) ?? 0;
				const missing = count - (free.get(number)?.length ?? 0);
				if (missing <= 0 || from === most) continue;
				const to = Math.min(most, from + Math.max(missing, from));
				const slots = Array.from({ length: to - from }, (_, index) =>
					slotEntry(hours, number, from + index),
				);
				asked.set(number, slots);
				tried.set(number, to);
			}
			if (asked.size === 0) return free;
			const fresh = await access.record([...asked.values()].flat());
			for (const [number, slots] of asked)
				free.get(number)?.push(...slots.filter((slot) => fresh.has(slot)));
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
