import { pause } from '../../wire/pause';

/** Lets requests leave one by one, each `interval` milliseconds after the one before it began. */
export class RateLimiter {
	private turns = 0;

	private began = 0;

	private before = 0;

	private readonly interval: number;

	constructor(interval: number) {
		this.interval = interval;
	}

	/** Resolves with the number of the turn when the next request may leave, or when the execution is stopped. */
	async next(signal: AbortSignal | undefined): Promise<number> {
		const turn = this.turns++;
		if (!(this.interval > 0)) return turn;
		const now = Date.now();
		this.before = this.began;
		this.began = turn === 0 ? now : Math.max(now, this.began + this.interval);
		if (this.began > now) await pause(this.began - now, signal);
		return turn;
	}

	/** A request leaves now, later than its turn began: the next one counts from here. */
	leave(turn: number): void {
		if (turn === this.turns - 1) this.began = Date.now();
	}

	/** Nothing left at this turn. The next request need not wait for it, unless one has a turn already. */
	giveBack(turn: number): void {
		if (turn !== this.turns - 1) return;
		this.turns = turn;
		this.began = this.before;
	}
}
