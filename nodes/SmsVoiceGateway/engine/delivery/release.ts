import type { RunContext } from '../runContext';
import { failed, hasFailed } from '../row/result';
import type { DoneRow, ReadyRow } from '../row/row';

/** What became of rows so far that are being sent. */
export interface Delivery {
	done: Map<ReadyRow, DoneRow>;
	/** Whether there was a failure: in stop mode nothing is sent any more. */
	failed: boolean;
}

/** Frees the keys and slots of rows that were not sent; their results say where that could not be. Never throws. */
export async function release(
	rows: readonly ReadyRow[],
	{ memory, context }: RunContext,
	done: Delivery['done'],
): Promise<void> {
	if (memory.store === undefined || rows.length === 0) return;
	try {
		await memory.numberLimit?.release(rows);
	} catch (error) {
		context.logger.warn(
			`Messages that were not sent count for 'Max per Number': ${wordsOf(error)}`,
		);
	}
	try {
		await memory.keys?.release(rows.flatMap(({ key }) => key ?? []));
	} catch (error) {
		const said = wordsOf(error);
		for (const row of rows) {
			const ended = done.get(row);
			if (ended === undefined || !hasFailed(ended.result)) continue;
			const { failure } = ended.result;
			const advice = `${failure.advice} Its unique key could not be freed (${said}): give the row another one before you send it again.`;
			done.set(row, { ...ended, result: failed({ ...failure, advice }) });
		}
		context.logger.warn(`Unique keys could not be freed: ${said}`);
	}
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
