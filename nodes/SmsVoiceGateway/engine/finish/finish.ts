import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { countOutcomes } from './countOutcomes';
import type { Failure } from '../row/failure';
import { forModel } from './forModel';
import type { Attempt } from '../attempt';
import { isReview, isTool, nodeOf } from '../caller';
import { hasFailed } from '../row/end';
import type { Culprit, End } from '../row/end';
import { fail, failedItemOf } from './fail';
import { saveForRetry } from '../retryMemory';
import { hintOf, hintOfWaiting } from './hint';
import type { Operation } from '../operation';
import type { Row } from '../row/row';
import { summarize } from './summary';
import type { Summary } from './summary';

/** A row that has ended. */
type Ended = Row & { end: End };

/**
 * The output: the items of each row, in order, paired with its input item; and the hint that sums them up. Throws
 * where a failure ends the run, with what became of every row.
 */
export function finish(
	rows: readonly Row[],
	culprit: Culprit | undefined,
	attempt: Attempt,
): INodeExecutionData[] {
	if (attempt.operation.sends) countEnds(rows, attempt);
	if (culprit !== undefined) {
		saveForRetry(rows, attempt);
		return fail(
			attempt.context,
			told(culprit.failure, attempt),
			culprit.item,
			withButtons(rows, attempt),
		);
	}
	// Nothing else shows that a review has failed: its item has to come out for the model.
	const isFailedReview =
		isReview(attempt.context) && rows.some(({ end }) => end !== undefined && hasFailed(end));
	const isWorthIt =
		rows.length > 1 ||
		(attempt.emptyRows ?? 0) > 0 ||
		isFailedReview ||
		rows.some(({ dryRun }) => dryRun);
	if (attempt.operation.sends && isWorthIt) {
		attempt.overItems?.addExecutionHints(hintOf(rows, attempt));
	}
	if (attempt.settings.untilFinal !== undefined) {
		attempt.overItems?.addExecutionHints(hintOfWaiting(rows, attempt.run.batches));
	}
	return itemsOf(rows, attempt);
}

/** Counts rows by outcome in the execution's custom data. A retry's counts take the place of the try's before it. */
function countEnds(rows: readonly Row[], { context, overItems }: Attempt): void {
	const outcomes = rows.flatMap(({ end }) => end?.outcome ?? []);
	countOutcomes(context, outcomes, overItems?.getExecuteData());
}

/** The output items of rows. */
export function itemsOf(rows: readonly Row[], attempt: Attempt): INodeExecutionData[] {
	const { context, inputs, operation } = attempt;
	// A model knows what it has asked for; of an array each message would repeat the whole; and a code is not shown.
	const isBare = isTool(context) || operation.secretFields !== undefined;
	const columnsOf = ({ item, listed }: Row) =>
		isBare || listed ? {} : (inputs.jsonOf(item) as IDataObject);
	return rows.filter(hasEnded).flatMap((row) => {
		const { end, item } = row;
		return hasFailed(end)
			? [failedItemOf(context, told(end.failure, attempt), item, columnsOf(row))]
			: end.items.map((json) => ({ json, pairedItem: { item } }));
	});
}

/** A failure as it comes out: for a tool, in words that its agent's model can act on. */
function told(failure: Failure, { context, operation }: Attempt): Failure {
	return isTool(context) && !isReview(context) ? forModel(failure, operation.sends) : failure;
}

/**
 * The failure that ends a run in stop mode: the first one in item order that is not merely a consequence
 * of another; undefined where nothing failed but wrong rows that were to be skipped or shown, and what a limit keeps back
 * from which nobody waits for an answer.
 */
export function culpritOf(
	rows: readonly Row[],
	skipping: boolean,
	{ asks }: Operation,
): Culprit | undefined {
	const failures = rows.flatMap(({ end, item, problem, dryRun }) => {
		if (end === undefined || !hasFailed(end)) return [];
		const isShown = problem !== undefined && (skipping || dryRun);
		return isShown || (end.failure.retryAfter !== undefined && asks !== true)
			? []
			: [{ failure: end.failure, item }];
	});
	return failures.find(({ failure }) => failure.outcome !== 'notSent') ?? failures[0];
}

/** n8n keeps no output of a node that is stopped with its execution: its log is where this can be read. */
export function logIfStopped(rows: readonly Row[], { context }: Attempt): void {
	if (!context.getExecutionCancelSignal()?.aborted) return;
	context.logger.warn(`"${nodeOf(context).name}" was stopped. ${sumUp(rows).text}`);
}

/** What became of every row, and where some were accepted, what the user's next click would do. */
function withButtons(rows: readonly Row[], attempt: Attempt): Summary {
	const summary = sumUp(rows);
	const { overItems, operation } = attempt;
	if (!operation.sends || overItems === undefined || isTool(overItems)) return summary;
	const isAny = (outcome: End['outcome']) => rows.some(({ end }) => end?.outcome === outcome);
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
	const fromArray = rows.some(({ listed }) => listed);
	const ends = rows
		.filter(hasEnded)
		.map(({ item, end }, index): [number, End] => [fromArray ? index + 1 : item, end]);
	return summarize(new Map(ends), fromArray ? 'message' : 'item');
}

function hasEnded(row: Row): row is Ended {
	return row.end !== undefined;
}
