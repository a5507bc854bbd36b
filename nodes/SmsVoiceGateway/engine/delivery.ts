import { messageOf } from '../values/inputProblem';
import { notSent } from '../row/failures';
import { hasFailed, POLICY, type Result } from '../row/result';
import type { Row } from '../row/row';
import { keepingDoubt, settle } from '../keys/runMemory';
import type { ReadyContext } from './runContext';

/** What is known of a try while its rows are being sent. */
export class Delivery {
	readonly runContext: ReadyContext;

	/** Whether there was a failure: in stop mode nothing is sent any more. */
	hasFailure: boolean;

	/** Of requests without an accepted row. What is on its way once it is broken changes nothing of it. */
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
		const { failures } = this;
		failures.inRow = all.every(hasFailed) ? failures.inRow + 1 : 0;
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
