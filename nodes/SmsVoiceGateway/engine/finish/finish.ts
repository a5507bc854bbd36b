import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { countOutcomes } from './countOutcomes';
import type { Failure } from '../row/failure';
import { forModel } from './forModel';
import type { RunContext } from '../runContext';
import { hasFailed } from '../row/result';
import type { Result } from '../row/result';
import { fail, failedItemOf } from './fail';
import { forReviewer, reasonOf } from './review';
import { runFailureOf } from './runFailure';
import { saveForRetry } from '../retryMemory';
import { hintOf, hintOfWaiting } from './hint';
import type { Row } from '../row/row';
import { summarize } from './summary';
import type { Summary } from './summary';

/** A row that has ended. */
type Ended = Row & { result: Result };

/**
 * The output: the items of each row, in order, paired with its input item; and the hint that sums them up. Throws
 * where a failure ends the run, with what became of every row; `before`: of those that have come out already.
 */
export function toOutput(
	rows: readonly Row[],
	runContext: RunContext,
	before: readonly Row[] = [],
): INodeExecutionData[] {
	const { host, operation, overItems } = runContext;
	if (operation.sends) countEnds(rows, runContext);
	const runFailure = runFailureOf(rows, runContext);
	if (runFailure !== undefined) {
		saveForRetry(rows, runContext);
		const failure = asShown(runFailure.failure, runContext);
		return fail(host, failure, runFailure.item, withButtons([...before, ...rows], runContext));
	}
	// Nothing else shows that a review has failed: its item has to come out for the model.
	const isFailedReview =
		host.isReview && rows.some(({ result }) => result !== undefined && hasFailed(result));
	const isWorthIt =
		rows.length > 1 ||
		(runContext.emptyRows ?? 0) > 0 ||
		isFailedReview ||
		rows.some(({ dryRun }) => dryRun);
	if (operation.sends && isWorthIt) overItems?.addExecutionHints(hintOf(rows, runContext));
	if (runContext.settings.untilFinal !== undefined)
		overItems?.addExecutionHints(hintOfWaiting(rows, runContext.memory.batches));
	return itemsOf(rows, runContext);
}

/** Counts rows by outcome in the execution's custom data. A retry's counts take the place of the try's before it. */
function countEnds(rows: readonly Row[], { context, overItems }: RunContext): void {
	const outcomes = rows.flatMap(({ result }) => result?.outcome ?? []);
	countOutcomes(context, outcomes, overItems?.getExecuteData());
}

/** The output items of rows. */
function itemsOf(rows: readonly Row[], runContext: RunContext): INodeExecutionData[] {
	const { host, inputs, operation } = runContext;
	// A model knows what it has asked for; of an array each message would repeat the whole; and a code is not shown.
	const isBare = host.isTool || operation.secretFields !== undefined;
	const columnsOf = ({ item, fromArray }: Row) =>
		isBare || fromArray ? {} : (inputs.jsonOf(item) as IDataObject);
	return rows.filter(hasEnded).flatMap((row) => {
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
export function logIfStopped(rows: readonly Row[], { context, host }: RunContext): void {
	if (!context.getExecutionCancelSignal()?.aborted) return;
	context.logger.warn(`"${host.node.name}" was stopped. ${sumUp(rows).text}`);
}

/** What became of every row, and where some were accepted, what the user's next click would do. */
function withButtons(rows: readonly Row[], runContext: RunContext): Summary {
	const summary = sumUp(rows);
	const { host, overItems, operation } = runContext;
	if (!operation.sends || overItems === undefined || host.isTool) return summary;
	const isAny = (outcome: Result['outcome']) =>
		rows.some(({ result }) => result?.outcome === outcome);
	if (!isAny('accepted') && !isAny('unknown')) return summary;
	const retry = isAny('unknown')
		? "n8n's Retry sends none of these again, and the rest once 'On Error' is set to continue."
		: "n8n's Retry sends only the rest.";
	const anew = rows.every(({ key }) => key !== undefined)
		? "So does 'Execute workflow'."
		: "'Execute workflow' sends all again, unless 'Send Once' is set.";
	return { ...summary, text: `${summary.text} ${retry} ${anew}` };
}

/** Every row by its item; the messages of an array by their number in the run, from 1. */
function sumUp(rows: readonly Row[]): Summary {
	const fromArray = rows.some(({ fromArray }) => fromArray);
	const ends = rows
		.filter(hasEnded)
		.map(({ item, result }, index): [number, Result] => [fromArray ? index + 1 : item, result]);
	return summarize(new Map(ends), fromArray ? 'message' : 'item');
}

function hasEnded(row: Row): row is Ended {
	return row.result !== undefined;
}
