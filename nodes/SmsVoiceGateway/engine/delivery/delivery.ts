import { messageOf } from '../../values/inputProblem';
import { notSent } from '../row/failures';
import { POLICY } from '../row/policy';
import { hasFailed, type Result } from '../row/result';
import type { Row } from '../row/row';
import { endOf, settle } from '../row/settle';
import type { ReadyContext } from '../runContext';

/** What is known of a try while its rows are being sent. */
export class Delivery {
	readonly runContext: ReadyContext;

	/** Whether there was a failure: in stop mode nothing is sent any more. */
	hasFailed: boolean;

	/** Whether as many requests have failed in a row as the user allows. */
	isBroken = false;

	constructor(runContext: ReadyContext, hasFailed: boolean) {
		this.runContext = runContext;
		this.hasFailed = hasFailed;
	}

	/** Why nothing may leave any more; it may come up during any wait. */
	get hindrance(): 'stopped' | 'earlierFailed' | 'failuresInRow' | undefined {
		const { context, continueOnFail } = this.runContext;
		if (this.isBroken) return 'failuresInRow';
		if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
		return this.hasFailed && !continueOnFail ? 'earlierFailed' : undefined;
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
		this.hasFailed ||= [...results.values()].some(hasFailed);
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
