import type { RunFailure } from './row/result';
import type { Row } from './row/row';

/** Rows in item order, and what ends the run. */
export interface Gathered {
	rows: readonly Row[];
	runFailure: RunFailure | undefined;
}

/**
 * Rows of a try that n8n's routing hands over one item at a time, until all are there. n8n starts all items
 * before the first of them has ended. Where one never arrives (its expression threw, and n8n has ended the run)
 * those that wait for it are never released, and nothing of them is sent.
 */
export class Gathering {
	private readonly arrived = new Map<number, readonly Row[]>();

	private readonly expected: number;

	private readonly done: Promise<Gathered>;

	private open: (gathered: Gathered | PromiseLike<Gathered>) => void = () => undefined;

	constructor(expected: number) {
		this.expected = expected;
		this.done = new Promise((resolve) => {
			this.open = resolve;
		});
	}

	/** Whether an item has arrived: its second arrival belongs to the next try. */
	has(item: number): boolean {
		return this.arrived.has(item);
	}

	/** Adds an item's rows; the last item has `runStages` settle the rows of all. Resolves when they have ended. */
	async add(
		item: number,
		rows: readonly Row[],
		runStages: (rows: readonly Row[]) => Promise<RunFailure | undefined>,
	): Promise<Gathered> {
		this.arrived.set(item, rows);
		if (this.arrived.size === this.expected) {
			const all = [...this.arrived].sort(([a], [b]) => a - b).flatMap(([, own]) => own);
			this.open(runStages(all).then((runFailure) => ({ rows: all, runFailure })));
		}
		return await this.done;
	}
}
