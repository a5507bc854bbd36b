import { signal } from '@preact/signals';

export interface Part<T> {
	total: number;
	items: T[];
}

const SIZE = 50;

/** A long list of which only the parts that are looked at are fetched; those stay until newer ones have come. */
export class Paged<T> {
	/** Undefined until the first answer. */
	readonly total = signal<number | undefined>(undefined);
	/** Goes up whenever something has come; read it to be drawn again. */
	readonly revision = signal(0);
	readonly #load: (offset: number, limit: number) => Promise<Part<T>>;
	#parts = new Map<number, T[]>();
	#stale = new Set<number>();
	#loading = new Set<number>();
	#wanted: [first: number, last: number] = [0, 0];

	constructor(load: (offset: number, limit: number) => Promise<Part<T>>) {
		this.#load = load;
	}

	at(index: number): T | undefined {
		return this.#parts.get(Math.floor(index / SIZE))?.[index % SIZE];
	}

	/** Asks only how many there are. */
	async count(): Promise<void> {
		const { total } = await this.#load(0, 0);
		this.total.value = total;
	}

	/** Sees to it that these are there, or come. */
	need(first: number, last: number): void {
		this.#wanted = [
			Math.max(0, Math.floor(first / SIZE)),
			Math.floor(Math.max(first, last) / SIZE),
		];
		for (let part = this.#wanted[0]; part <= this.#wanted[1]; part += 1)
			if (!this.#parts.has(part) || this.#stale.has(part)) void this.#fetch(part);
	}

	/** Something has changed: fetches again what is looked at, and forgets the rest. */
	refresh(): void {
		const [first, last] = this.#wanted;
		for (const part of [...this.#parts.keys()])
			if (part < first || part > last) this.#parts.delete(part);
		for (let part = first; part <= last; part += 1) {
			this.#stale.add(part);
			void this.#fetch(part);
		}
	}

	async #fetch(part: number): Promise<void> {
		// One at a time; what changes meanwhile leaves it stale, and it is fetched again.
		if (this.#loading.has(part)) return;
		this.#loading.add(part);
		this.#stale.delete(part);
		try {
			const { total, items } = await this.#load(part * SIZE, SIZE);
			this.#parts.set(part, items);
			this.total.value = total;
			this.revision.value += 1;
		} catch {
			// The sandbox is away: the stream says so, and its return brings a refresh.
		} finally {
			this.#loading.delete(part);
			if (this.#stale.has(part)) void this.#fetch(part);
		}
	}
}
