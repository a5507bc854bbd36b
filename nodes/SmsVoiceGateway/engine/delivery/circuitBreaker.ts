import { hasFailed, type Failed, type Result } from '../row/result';

/** Refusals that the next request would meet too: sender, credit, login, caps, hours, faults of the service. */
const OF_ALL = new Set([
	...['429', '1002', '1004', '1005', '1006', '1009', '1012', '1013', '1014', '1015'],
]);

/** HTTP statuses that, where the service's code says no more, speak of the credit, the address or the way there (RFC 9110). */
const STATUS_OF_ALL = new Set([401, 402, 403, 404, 405, 407, 412, 429]);

/** Whether a failure can concern the next request too, and not just this one's number or text. */
function concernsOthers({ outcome, failure: { httpStatus, code, cause } }: Failed): boolean {
	// Without an answer it was the connection; what is unknown was no refusal of this message.
	if (outcome === 'unknown' || httpStatus === undefined || cause !== undefined) return true;
	const saysNoMore = code === undefined || code === String(httpStatus);
	return saysNoMore ? STATUS_OF_ALL.has(httpStatus) : OF_ALL.has(code);
}

/**
 * Lets no more requests leave after `limit` failed ones in a row; 0: no limit. With several on their way at once, so
 * many that all may fail: exactly `limit` leave where the service is dead.
 */
export class CircuitBreaker {
	private inRow = 0;

	private underWay = 0;

	private waiting: Array<() => void> = [];

	private readonly limit: number;

	constructor(limit: number) {
		this.limit = limit || Infinity;
	}

	/** Resolves when a request may leave, with true, or never may, with false. After true, `leave` must be called. */
	async enter(): Promise<boolean> {
		while (this.inRow < this.limit && this.inRow + this.underWay >= this.limit) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		if (this.inRow >= this.limit) return false;
		this.underWay++;
		return true;
	}

	/** A request has ended so; or none has left after all, where nothing is said of it. */
	leave(end?: Result): void {
		this.underWay--;
		if (end !== undefined) this.inRow = hasFailed(end) && concernsOthers(end) ? this.inRow + 1 : 0;
		const waiting = this.waiting;
		this.waiting = [];
		for (const wake of waiting) wake();
	}
}
