import { messageOf } from '../../values/inputProblem';
import { notSent } from '../row/failures';
import { hasFailed, type Result } from '../row/result';
import type { Row } from '../row/row';
import { settle } from '../row/settle';
import type { ReadyContext } from '../runContext';

/** What is known of a try while its rows are being sent. */
export class Delivery {
	readonly runContext: ReadyContext;

	/** Whether there was a failure: in stop mode nothing is sent any more. */
	hasFailed: boolean;

	/** Rows whose keys could not be freed, and why. */
	private readonly unfreed = new Map<Row, string>();

	constructor(runContext: ReadyContext, hasFailed: boolean) {
		this.runContext = runContext;
		this.hasFailed = hasFailed;
	}

	/** Why nothing may leave any more; it may come up during any wait. */
	get hindrance(): 'stopped' | 'earlierFailed' | undefined {
		const { context, continueOnFail } = this.runContext;
		if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
		return this.hasFailed && !continueOnFail ? 'earlierFailed' : undefined;
	}

	/** Gives a row its result, which says where its key could not be freed before. */
	end(row: Row, result: Result): void {
		const said = this.unfreed.get(row);
		if (said === undefined || !hasFailed(result)) return settle(row, result, this.runContext);
		const { failure } = result;
		const advice = `${failure.advice} Its unique key could not be freed (${said}): give the row another one before you send it again.`;
		settle(row, { ...result, failure: { ...failure, advice } }, this.runContext);
	}

	/** Gives rows that have no result yet that of what was never tried. */
	endAll(rows: readonly Row[], why: Parameters<typeof notSent>[0]): void {
		for (const row of rows) this.end(row, notSent(why));
	}

	/** Frees the keys and slots of rows that were not sent, before they end. Never throws. */
	async release(rows: readonly Row[]): Promise<void> {
		const { memory, context } = this.runContext;
		if (memory.store === undefined || rows.length === 0) return;
		try {
			await memory.numberLimit?.release(rows);
		} catch (error) {
			context.logger.warn(
				`Messages that were not sent count for 'Max per Number': ${messageOf(error)}`,
			);
		}
		try {
			for (const row of rows) this.unfreed.delete(row);
			await memory.keys?.release(rows.flatMap(({ key }) => key ?? []));
		} catch (error) {
			const said = messageOf(error);
			for (const row of rows) this.unfreed.set(row, said);
			context.logger.warn(`Unique keys could not be freed: ${said}`);
		}
	}
}
