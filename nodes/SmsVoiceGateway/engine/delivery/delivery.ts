import { messageOf } from '../../values/inputProblem';
import type { Claim, Claims } from '../keys/claims';
import { brokenOff, duplicateOf, heldBack, keysUnavailable, notSent } from '../row/failures';
import { type Failed, hasFailed, POLICY, type Result } from '../row/result';
import { endOf, type Row, settle } from '../row/row';
import type { ReadyContext } from '../runContext';

/** Refusals that the next request would meet too: sender, credit, login, caps, hours, faults of the service. */
const OF_ALL = new Set([
	...['429', '1002', '1004', '1005', '1006', '1009', '1012', '1013', '1014', '1015'],
]);

/** HTTP statuses that, where the service's code says no more, speak of the credit, the address or the way there (RFC 9110). */
const STATUS_OF_ALL = new Set([401, 402, 403, 404, 405, 407, 412, 429]);

/** What is known of a try while its rows are being sent. */
export class Delivery {
	readonly runContext: ReadyContext;

	/** Whether there was a failure: in stop mode nothing is sent any more. */
	hasFailed: boolean;

	/** Requests that have failed one after the other, for what the next one may meet too. */
	private inRow = 0;

	/** Whether there were as many of them as the user allows: what is on its way then changes nothing of it. */
	private isBroken = false;

	constructor(runContext: ReadyContext, hasFailed: boolean) {
		this.runContext = runContext;
		this.hasFailed = hasFailed;
	}

	/** Why nothing may leave any more; it may come up during any wait. */
	get hindrance(): 'stopped' | 'earlierFailed' | 'failuresInRow' | undefined {
		const { context, continueOnFail } = this.runContext;
		if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
		if (!continueOnFail) return this.hasFailed ? 'earlierFailed' : undefined;
		return this.isBroken ? 'failuresInRow' : undefined;
	}

	/** Gives a row its result. */
	end(row: Row, result: Result): void {
		settle(row, result, this.runContext);
	}

	/** Gives rows that have no result yet that of what was never tried. */
	endAll(rows: readonly Row[]): void {
		const why = this.hindrance;
		if (why !== undefined) for (const row of rows) this.end(row, notSent(why));
	}

	/** Gives the rows of a request that was sent their results; gives those that others may send again, with theirs. */
	endSent(results: ReadonlyMap<Row, Result>): Array<[Row, Result]> {
		const { runContext } = this;
		const all = [...results.values()];
		this.hasFailed ||= all.some(hasFailed);
		// What was merely in the request of a refused row says nothing of the service.
		const failed = all.find((result) => hasFailed(result) && result.outcome !== 'notSent');
		const isAll = all.every(hasFailed) && hasFailed(failed) && concernsOthers(failed);
		this.inRow = isAll ? this.inRow + 1 : 0;
		const { stopAfterFailures: most } = runContext.settings.limits;
		this.isBroken ||= most > 0 && this.inRow >= most;
		return [...results].filter(([row, result]) => {
			const { key } = POLICY[endOf(row, result, runContext).outcome];
			if (key === 'free') return true;
			runContext.memory.claims?.end(row, key === 'used' ? 'sent' : 'unknown');
			this.end(row, result);
			return false;
		});
	}

	/** Frees what rows that were not sent have claimed, then gives those of them their results that have one. Never throws. */
	async release(rows: readonly Row[], results: ReadonlyMap<Row, Result>): Promise<void> {
		const { memory, context } = this.runContext;
		let said = '';
		if (rows.length > 0)
			await memory.claims?.free(rows).catch((error: unknown) => {
				said = messageOf(error);
				context.logger.warn(
					`What messages had claimed that were not sent could not be freed: ${said}`,
				);
			});
		for (const [row, result] of results) {
			if (said === '' || row.key === undefined || !hasFailed(result)) this.end(row, result);
			else {
				const { failure } = result;
				const advice = `${failure.advice} Its unique key could not be freed (${said}): give the row another one before you send it again.`;
				this.end(row, { ...result, failure: { ...failure, advice } });
			}
		}
	}
}

/** Whether a failure can concern the next request too, and not just this one's number or text. */
function concernsOthers({ outcome, failure: { httpStatus, code, cause } }: Failed): boolean {
	// Without an answer it was the connection; what is unknown was no refusal of this message.
	if (outcome === 'unknown' || httpStatus === undefined || cause !== undefined) return true;
	const saysNoMore = code === undefined || code === String(httpStatus);
	return saysNoMore ? STATUS_OF_ALL.has(httpStatus) : OF_ALL.has(code);
}

/** ms that a chunk may take before the next one has fewer requests: its rows are unknown after a crash. */
export const CHUNK = 2000;

/** ms after which the rest of a chunk is given back: the service has become slow, and others may wait for its keys. */
export const LONGEST_CHUNK = 10_000;

/** Rows of a chunk, but for those of its first request. */
const MOST_ROWS = 2000;

/** The requests from one on that are claimed together: so many, of so many rows. */
export function chunkFrom(requests: readonly Row[][], from: number, most: number): Row[][] {
	let rows = 0;
	let to = from;
	while (to < requests.length && to - from < most) {
		rows += requests[to]?.length ?? 0;
		if (rows > MOST_ROWS && to > from) break;
		to++;
	}
	return requests.slice(from, to);
}

/**
 * The rows of a chunk's requests that may leave. Of the others those are settled that may not; what is left has to wait: for
 * another row with its key or its number, or another execution. Never throws.
 */
export async function claimed(
	requests: Row[][],
	claims: Claims,
	delivery: Delivery,
): Promise<Row[][]> {
	const { operation, context, settings, memory } = delivery.runContext;
	const byKey = new Map(
		requests
			.flat()
			.map((row) => [claims.keyOf(row) ?? row, row] as const)
			.reverse(),
	);
	const first = requests.flat().filter((row) => byKey.get(claims.keyOf(row) ?? row) === row);
	let all: Map<Row, Claim>;
	try {
		all = await claims.take(first);
	} catch (error) {
		const isStopped = context.getExecutionCancelSignal()?.aborted === true;
		if (!isStopped) delivery.hasFailed = true;
		for (const row of first)
			delivery.end(
				row,
				isStopped
					? notSent('stopped')
					: keysUnavailable(messageOf(error), row, memory.retried !== undefined),
			);
		return [];
	}
	const resultOf = (row: Row, claim: Claim): Result | undefined => {
		if (claim.state === 'unknown') return brokenOff();
		if (claim.state === 'used') return duplicateOf(row, operation);
		return claim.state === 'full' && !claim.mayYet ? heldBack(claim, settings.limits) : undefined;
	};
	for (const [row, claim] of all) {
		const result = resultOf(row, claim);
		if (result !== undefined) delivery.end(row, result);
	}
	return requests
		.map((rows) => rows.filter((row) => all.get(row)?.state === 'free'))
		.filter(({ length }) => length > 0);
}
