import { pause } from '../../wire/pause';

/** Lets requests leave one by one, each `interval` milliseconds after the one before it left. */
export class RateLimiter {
	/** When the next one may leave: epoch ms. */
	private next = 0;

	private readonly interval: number;

	constructor(interval: number) {
		this.interval = interval;
	}

	/** Resolves when a request may leave, or the execution is stopped; whoever then lets one leave says so at once. */
	async ready(signal: AbortSignal | undefined): Promise<void> {
		for (;;) {
			const wait = this.next - Date.now();
			if (!(wait > 0) || signal?.aborted) return;
			await pause(wait, signal);
		}
	}

	/** A request leaves now. */
	leave(): void {
		this.next = Date.now() + this.interval;
	}
}
