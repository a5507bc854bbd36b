/** Lets a bounded number of tasks through at a time, first come, first served. */
export class Lane {
	private free: number;

	private waiting: Array<() => void> = [];

	private served = 0;

	constructor(width: number) {
		this.free = width;
	}

	/** Resolves when it is the caller's turn. Every caller must `leave` afterwards. */
	async enter(): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	leave(): void {
		const next = this.waiting[this.served];
		if (next === undefined) {
			this.free++;
			return;
		}
		this.served++;
		// An index in the place of `shift`, which moves all that wait, at every turn.
		if (this.served === this.waiting.length) {
			this.waiting = [];
			this.served = 0;
		}
		next();
	}
}
