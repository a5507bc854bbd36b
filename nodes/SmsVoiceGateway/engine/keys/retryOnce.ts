import type { RunContext } from '../runContext';
import { hasLeft } from '../row/policy';
import type { Result } from '../row/result';
import { retriedBefore, retryUnavailable } from '../row/failures';
import { runFailureOf } from '../finish/runFailure';
import { isReady, type CheckedRow, type DoneRow } from '../row/row';
import { settle } from '../row/settle';
import { retryEntry } from './entries';
import { KeyStore } from './keyStore';

/**
 * Of several retries of one failed execution, each of which knows only that one, lets the first send the rows that
 * have no end yet. Rows with a unique key need none of this, and those that may be sent again do not either.
 */
export async function claimRetry(
	rows: readonly CheckedRow[],
	runContext: RunContext,
): Promise<readonly CheckedRow[]> {
	const { overItems, memory, settings } = runContext;
	const { retried } = memory;
	if (overItems === undefined || retried === undefined || retried.isOurs) return rows;
	const isConcerned = (row: CheckedRow) =>
		isReady(row) && row.key === undefined && !settings.resendUnknown;
	if (!rows.some(isConcerned) || runFailureOf(rows, runContext) !== undefined) return rows;
	let failure: Result;
	try {
		const token = retryEntry(retried.execution);
		const isFirst = await new KeyStore(overItems).exclusively(
			async ({ record }) => (await record([token])).size > 0,
		);
		retried.isOurs = isFirst;
		if (isFirst) return rows;
		failure = retriedBefore(retried.execution);
	} catch (error) {
		failure = retryUnavailable(error);
	}
	return rows.map((row) => (isConcerned(row) ? settle(row, failure, runContext) : row));
}

/** Lets the execution be retried again, where this retry has sent nothing. */
export async function releaseRetry(
	rows: readonly DoneRow[],
	runContext: RunContext,
): Promise<void> {
	const { overItems, memory, context } = runContext;
	const { retried } = memory;
	if (overItems === undefined || !retried?.isOurs) return;
	const isSent = ({ id, result }: DoneRow) => hasLeft(result) && !retried.before.has(id);
	if (rows.some(isSent)) return;
	try {
		const token = retryEntry(retried.execution);
		await new KeyStore(overItems).exclusively(async ({ remove }) => await remove([token]));
		retried.isOurs = false;
	} catch (error) {
		context.logger.warn(`Execution ${retried.execution} still counts as retried: ${String(error)}`);
	}
}
