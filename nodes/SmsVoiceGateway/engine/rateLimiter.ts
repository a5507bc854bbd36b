import { pause } from '../wire/pause';

/** Lets requests leave one by one, each `interval` milliseconds after the one before it left. */
export class RateLimiter {
	/** When the next one may leave, by the clock that nobody can set: ms. */
	private next = 0;

	/** Milliseconds. */
	interval = 0;

	/** Resolves when a request may leave, or the execution is stopped; whoever then lets one leave says so at once. */
	async ready(signal: AbortSignal | undefined): Promise<void> {
		for (;;) {
			const wait = this.next - performance.now();
			if (!(wait > 0) || signal?.aborted) return;
			await pause(wait, signal);
		}
	}

	/** A request leaves now. */
	leave(): void {
		this.next = performance.now() + this.interval;
	}
}

const rateLimiters = new WeakMap<object, RateLimiter>();

/** The rate limiter of a `place`: what lives as long as a pace is to hold, such as the node's data in an execution. */
export function rateLimiterOf(place: object, interval: number): RateLimiter {
	const known = rateLimiters.get(place) ?? new RateLimiter();
	rateLimiters.set(place, known);
	known.interval = interval;
	return known;
}

/**
 * Lets requests that go side by side begin one by one. n8n opens a connection for each, which stands only when its
 * event loop comes round: answers that came together would otherwise all be read, and all next requests be begun, before
 * the first of these is written; and as they left together, they would come together again.
 */
export class StartQueue {
	private begun: Promise<void> = Promise.resolve();

	/** Resolves once whoever passed before has been connected and written, as far as that takes no waiting. */
	pass(): Promise<void> {
		const mine = this.begun;
		// One round to connect, and one to write.
		this.begun = mine.then(nextRound).then(nextRound);
		return mine;
	}
}

/** Resolves when the event loop has come round. A timer would take a millisecond at least. */
async function nextRound(): Promise<void> {
	const { port1, port2 } = new MessageChannel();
	await new Promise<void>((resolve) => {
		port1.addEventListener('message', () => resolve());
		port1.start();
		port2.postMessage(undefined);
	});
	port1.close();
}
