import type { RunContext } from '../runContext';
import { hasLeft } from '../row/policy';
import type { Failed } from '../row/result';
import { retriedBefore, retryUnavailable } from '../row/failures';
import { runFailureOf } from '../finish/runFailure';
import { isReady, type Row } from '../row/row';
import { settle } from '../row/settle';
import { retryEntry } from './entries';
import { KeyStore } from './keyStore';

/**
 * Of several retries of one failed execution, each of which knows only that one, lets the first send the rows that
 * have no end yet. Rows with a unique key need none of this, and those that may be sent again do not either.
 */
export async function claimRetry(rows: readonly Row[], runContext: RunContext): Promise<void> {
	const { overItems, memory, settings } = runContext;
	const { retried } = memory;
	if (overItems === undefined || retried === undefined || retried.isOurs) return;
	const open = rows.filter((row) => isReady(row) && row.key === undefined);
	if (settings.resendUnknown || open.length === 0 || runFailureOf(rows, runContext) !== undefined)
		return;
	let failure: Failed;
	try {
		const token = retryEntry(retried.execution);
		retried.isOurs = await new KeyStore(overItems).exclusively(
			async ({ record }) => (await record([token])).size > 0,
		);
		if (retried.isOurs) return;
		failure = retriedBefore(retried.execution);
	} catch (error) {
		failure = retryUnavailable(error);
	}
	for (const row of open) settle(row, failure, runContext);
}

/** Lets the execution be retried again, where this retry has sent nothing. */
export async function releaseRetry(rows: readonly Row[], runContext: RunContext): Promise<void> {
	const { overItems, memory, context } = runContext;
	const { retried } = memory;
	if (overItems === undefined || !retried?.isOurs) return;
	const isSent = ({ id, result }: Row) => hasLeft(result) && !retried.before.has(id);
	if (rows.some(isSent)) return;
	try {
		const token = retryEntry(retried.execution);
		await new KeyStore(overItems).exclusively(async ({ remove }) => await remove([token]));
		retried.isOurs = false;
	} catch (error) {
		context.logger.warn(`Execution ${retried.execution} still counts as retried: ${String(error)}`);
	}
}
