import { messageOf } from '../../values/inputProblem';
import { notSent } from '../row/failures';
import { type Failed, hasFailed, POLICY, type Result } from '../row/result';
import { keepingDoubt, type Row, settle } from '../row/row';
import type { ReadyContext } from '../runContext';

/** Refusals without a cause of n8n's that the next request would meet too: sender, credit, login, caps, hours, faults. */
const OF_ALL = new Set(['1002', '1004', '1005', '1009', '1012', '1013', '1014', '1015']);

/** HTTP statuses that, where the service's code says no more, speak of the credit, the address or the way there (RFC 9110). */
const STATUS_OF_ALL = new Set([402, 403, 404, 405, 407, 412]);

/** What is known of a try while its rows are being sent. */
export class Delivery {
	readonly runContext: ReadyContext;

	/** Whether there was a failure: in stop mode nothing is sent any more. */
	hasFailure: boolean;

	/** Of requests that failed for what the next one may meet too. What is on its way once it is broken changes nothing of it. */
	private readonly failures: NonNullable<ReadyContext['memory']['ofTry']>['failures'];

	constructor(runContext: ReadyContext, hasFailure: boolean) {
		this.runContext = runContext;
		this.hasFailure = hasFailure;
		this.failures = runContext.memory.ofTry?.failures ?? { inRow: 0, isBroken: false };
	}

	/** Why nothing may leave any more; it may come up during any wait. */
	get hindrance(): 'stopped' | 'earlierFailed' | 'failuresInRow' | undefined {
		const { context, continueOnFail } = this.runContext;
		if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
		if (!continueOnFail) return this.hasFailure ? 'earlierFailed' : undefined;
		return this.failures.isBroken ? 'failuresInRow' : undefined;
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
		this.hasFailure ||= all.some(hasFailed);
		// What was merely in the request of a refused row says nothing of the service.
		const failed = all.find((result) => hasFailed(result) && result.outcome !== 'notSent');
		const isAll = all.every(hasFailed) && hasFailed(failed) && concernsOthers(failed);
		const { failures } = this;
		failures.inRow = isAll ? failures.inRow + 1 : 0;
		const { stopAfterFailures: most } = runContext.settings.limits;
		failures.isBroken ||= most > 0 && failures.inRow >= most;
		return [...results].filter(([row, result]) => {
			const { key } = POLICY[keepingDoubt(row, result, runContext).outcome];
			if (key === 'free') return true;
			if (key === 'used') runContext.memory.claims?.end(row);
			else runContext.memory.claims?.doubt(row);
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
