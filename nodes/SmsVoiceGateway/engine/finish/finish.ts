import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { countOutcomes } from './countOutcomes';
import type { Failure } from '../row/failure';
import { forModel } from './forModel';
import type { RunContext } from '../runContext';
import { hasFailed } from '../row/result';
import { fail, failedItemOf } from './fail';
import { forReviewer, reasonOf } from './review';
import { runFailureOf } from './runFailure';
import { saveForRetry } from '../retryMemory';
import { hintOf, hintOfWaiting } from './hint';
import type { DoneRow } from '../row/row';
import { summarize } from './summary';
import { tallyOf } from './tally';

/**
 * The output: the items of each row, in order, paired with its input item; and the hint that sums them up. Throws
 * where a failure ends the run, with what became of every row; `before`: of those that have come out already.
 */
export function toOutput(
	rows: readonly DoneRow[],
	runContext: RunContext,
	before: readonly DoneRow[] = [],
): INodeExecutionData[] {
	const { context, host, operation, overItems } = runContext;
	// A retry's counts take the place of the try's before it.
	if (operation.sends) countOutcomes(context, rows, overItems?.getExecuteData());
	const runFailure = runFailureOf(rows, runContext);
	if (runFailure !== undefined) {
		saveForRetry(rows, runContext);
		const failure = asShown(runFailure.failure, runContext);
		return fail(host, failure, runFailure.item, withButtons([...before, ...rows], runContext));
	}
	// Nothing else shows that a review has failed: its item has to come out for the model.
	const isFailedReview = host.isReview && rows.some(({ result }) => hasFailed(result));
	const isWorthIt =
		rows.length > 1 ||
		(runContext.notes.emptyRows ?? 0) > 0 ||
		isFailedReview ||
		rows.some(({ dryRun }) => dryRun);
	if (operation.sends && isWorthIt) overItems?.addExecutionHints(hintOf(rows, runContext));
	if (runContext.settings.waitUntilFinal !== undefined)
		overItems?.addExecutionHints(hintOfWaiting(rows, runContext.memory.batches));
	return itemsOf(rows, runContext);
}

/** The output items of rows. */
function itemsOf(rows: readonly DoneRow[], runContext: RunContext): INodeExecutionData[] {
	const { host, inputs, operation } = runContext;
	// A model knows what it has asked for; of an array each message would repeat the whole; and a code is not shown.
	const isBare = host.isTool || operation.secretFields !== undefined;
	const columnsOf = ({ item, fromArray }: DoneRow) =>
		isBare || fromArray ? {} : (inputs.jsonOf(item) as IDataObject);
	return rows.flatMap((row) => {
		const { result, item } = row;
		const items = hasFailed(result)
			? [failedItemOf(host, asShown(result.failure, runContext), item, columnsOf(row))]
			: result.items.map((json) => ({ json, pairedItem: { item } }));
		const reason = host.isReview ? reasonOf(result) : undefined;
		if (reason === undefined) return items;
		for (const one of items) one.json = forReviewer(host, one.json, reason);
		return items;
	});
}

/** A failure as it comes out: for a tool, in words that its agent's model can act on. */
function asShown(failure: Failure, { host, operation }: RunContext): Failure {
	return host.isTool && !host.isReview ? forModel(failure, operation.sends) : failure;
}

/** n8n keeps no output of a node that is stopped with its execution: its log is where this can be read. */
export function logIfStopped(rows: readonly DoneRow[], { context, host }: RunContext): void {
	if (!context.getExecutionCancelSignal()?.aborted) return;
	context.logger.warn(`"${host.node.name}" was stopped. ${summarize(rows).text}`);
}

/** What became of every row, and where some were accepted, what the user's next click would do. */
function withButtons(rows: readonly DoneRow[], runContext: RunContext) {
	const summary = summarize(rows);
	const { host, overItems, operation } = runContext;
	if (!operation.sends || overItems === undefined || host.isTool) return summary;
	const { accepted, unknown } = tallyOf(rows);
	if (accepted.length + unknown.length === 0) return summary;
	const retry =
		unknown.length > 0
			? "n8n's Retry sends none of these again, and the rest once 'On Error' is set to continue."
			: "n8n's Retry sends only the rest.";
	const anew = rows.every(({ key }) => key !== undefined)
		? "So does 'Execute workflow'."
		: "'Execute workflow' sends all again, unless 'Send Once' is set.";
	return { ...summary, text: `${summary.text} ${retry} ${anew}` };
}
