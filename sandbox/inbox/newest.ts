import { signal } from '@preact/signals';
import type { RequestsPage } from '../api/requests.ts';
import type { RequestView } from '../api/views.ts';
import { get } from './ask.ts';

const SIZE = 50;

/** A list that grows at its beginning, and goes on at its end when somebody comes there. */
export class Newest {
	readonly rows = signal<RequestView[]>([]);
	/** Whether the beginning has been fetched once. */
	readonly done = signal(false);
	readonly #query: { search: string; outcome: string };
	#before: number | undefined;
	#busy = false;
	#again = false;

	constructor(search: string, outcome: string) {
		this.#query = { search, outcome };
	}

	#ask(before?: number): Promise<RequestsPage> {
		return get<RequestsPage>('/inbox/requests', { ...this.#query, before, limit: SIZE });
	}

	/** Fetches what is new, and what the newest have become. */
	async refresh(): Promise<void> {
		if (this.#busy) {
			this.#again = true;
			return;
		}
		await this.#alone(async () => {
			const page = await this.#ask();
			const last = page.requests.at(-1)?.id;
			const seam = this.rows.value.findIndex(({ id }) => id === last);
			// Without a seam more has come than one page holds, or all was cleared: begin anew.
			const older = seam < 0 ? [] : this.rows.value.slice(seam + 1);
			if (seam < 0) this.#before = page.before;
			this.rows.value = [...page.requests, ...older];
			this.done.value = true;
		});
		if (this.#again) {
			this.#again = false;
			await this.refresh();
		}
	}

	/** Fetches older ones, if there are any. */
	async more(): Promise<void> {
		const before = this.#before;
		if (before === undefined || this.#busy) return;
		await this.#alone(async () => {
			const page = await this.#ask(before);
			this.#before = page.before;
			this.rows.value = [...this.rows.value, ...page.requests];
		});
	}

	async #alone(work: () => Promise<void>): Promise<void> {
		this.#busy = true;
		// The sandbox may be away: its return brings a refresh.
		await work().catch(() => undefined);
		this.#busy = false;
	}
}
