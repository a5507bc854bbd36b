import type { RunContext } from '../runContext';
import { hasLeft } from '../row/policy';
import { retriedBefore, retryUnavailable } from '../row/failures';
import { isWhole } from '../row/row';
import type { Row } from '../row/row';
import { settleAll } from '../row/settle';
import { retryEntry } from './entries';
import { KeyStore } from './keyStore';

/**
 * Of several retries of one failed execution, each of which knows only that one, lets the first send the rows that
 * have no end yet. Rows with a unique key need none of this, and those that may be sent again do not either.
 */
export async function claimRetry(rows: readonly Row[], runContext: RunContext): Promise<void> {
	const { overItems, memory, failed, continueOnFail } = runContext;
	const { retried } = memory;
	if (overItems === undefined || retried === undefined || retried.isOurs) return;
	const concerned = rows.filter(
		(row) =>
			row.result === undefined && isWhole(row) && row.key === undefined && !row.resendUnknown,
	);
	if (concerned.length === 0 || (failed && !continueOnFail)) return;
	try {
		const token = retryEntry(retried.execution);
		const isFirst = await new KeyStore(overItems).exclusively(
			async ({ record }) => (await record([token])).size > 0,
		);
		retried.isOurs = isFirst;
		if (isFirst) return;
		settleAll(concerned, retriedBefore(retried.execution), runContext);
	} catch (error) {
		settleAll(concerned, retryUnavailable(error), runContext);
	}
	runContext.failed = true;
}

/** Lets the execution be retried again, where this retry has sent nothing. */
export async function releaseRetry(rows: readonly Row[], runContext: RunContext): Promise<void> {
	const { overItems, memory, context } = runContext;
	const { retried } = memory;
	if (overItems === undefined || !retried?.isOurs) return;
	const isSent = ({ id, result }: Row) =>
		result !== undefined && hasLeft(result) && !retried.before.has(id);
	if (rows.some(isSent)) return;
	try {
		const token = retryEntry(retried.execution);
		await new KeyStore(overItems).exclusively(async ({ remove }) => await remove([token]));
		retried.isOurs = false;
	} catch (error) {
		context.logger.warn(`Execution ${retried.execution} still counts as retried: ${String(error)}`);
	}
}
