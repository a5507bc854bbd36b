import { notSent } from '../row/failures';
import { failed, hasFailed, type Result } from '../row/result';
import type { DoneRow, ReadyRow } from '../row/row';
import { messageOf } from '../../values/inputProblem';
import { settle } from '../row/settle';
import type { ReadyContext } from '../runContext';

/** What became of rows so far that are being sent. */
export class Delivery {
	readonly done = new Map<ReadyRow, DoneRow>();

	readonly runContext: ReadyContext;

	/** Whether there was a failure: in stop mode nothing is sent any more. */
	hasFailed: boolean;

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

	/** Gives a row its result. */
	end(row: ReadyRow, result: Result): void {
		this.done.set(row, settle(row, result, this.runContext));
	}

	/** Gives those of the rows that have no result yet that of what was never tried. */
	endAll(rows: readonly ReadyRow[], why: Parameters<typeof notSent>[0]): void {
		for (const row of rows) if (!this.done.has(row)) this.end(row, notSent(why));
	}

	/** Frees the keys and slots of rows that were not sent; their results say where that could not be. Never throws. */
	async release(rows: readonly ReadyRow[]): Promise<void> {
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
			await memory.keys?.release(rows.flatMap(({ key }) => key ?? []));
		} catch (error) {
			const said = messageOf(error);
			for (const row of rows) {
				const ended = this.done.get(row);
				if (ended === undefined || !hasFailed(ended.result)) continue;
				const { failure } = ended.result;
				const advice = `${failure.advice} Its unique key could not be freed (${said}): give the row another one before you send it again.`;
				this.done.set(row, { ...ended, result: failed({ ...failure, advice }) });
			}
			context.logger.warn(`Unique keys could not be freed: ${said}`);
		}
	}
}
