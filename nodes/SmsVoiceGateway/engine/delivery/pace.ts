import type { Batching } from '../../wire/requestOptions';
import { pause } from '../../wire/pause';

/** Lets requests leave in groups of `size`, of which each begins `interval` milliseconds after the last one began. */
export class Pace {
	private turns = 0;

	private groupBegan = 0;

	private groupBefore = 0;

	private readonly size: number;

	private readonly interval: number;

	constructor(size: number, interval: number) {
		this.size = size;
		this.interval = interval;
	}

	/**
	 * The pace that Request Options → Batching asks for. n8n itself only pauses between starting items,
	 * which says nothing of when their requests leave once they wait for one another.
	 */
	static of({ batch }: Batching = {}): Pace {
		const size = batch?.batchSize ?? 0;
		// As n8n reads it: 0 and -1 stand for one at a time.
		return new Pace(size > 0 ? size : 1, batch?.batchInterval ?? 0);
	}

	/** Resolves with the number of the turn when the next request may leave, or when the execution is stopped. */
	async next(signal: AbortSignal | undefined): Promise<number> {
		const turn = this.turns++;
		if (!(this.interval > 0)) return turn;
		const now = Date.now();
		if (turn % this.size === 0) {
			this.groupBefore = this.groupBegan;
			this.groupBegan = turn === 0 ? now : Math.max(now, this.groupBegan + this.interval);
		}
		if (this.groupBegan > now) await pause(this.groupBegan - now, signal);
		return turn;
	}

	/** A request leaves now, later than its turn began: the next group counts from here. */
	leave(turn: number): void {
		if (turn === this.turns - 1 && turn % this.size === 0) this.groupBegan = Date.now();
	}

	/** Nothing left at this turn. The next request need not wait for it, unless one has a turn already. */
	giveBack(turn: number): void {
		if (turn !== this.turns - 1) return;
		this.turns = turn;
		if (turn % this.size === 0) this.groupBegan = this.groupBefore;
	}
}
