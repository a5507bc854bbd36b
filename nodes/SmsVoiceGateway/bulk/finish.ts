import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { goesToErrorOutput } from '../dispatch/fail';
import { hasFailed } from '../dispatch/settled';
import type { Settled } from '../dispatch/settled';
import { summarize } from '../dispatch/summary';
import type { Summary } from '../dispatch/summary';
import { toError, toFailedItem } from '../response/failedItem';
import type { Failure } from '../response/failure';
import { hintOf } from './hint';
import type { Row } from './row';

/** A row that has ended. */
type Ended = Row & { end: Settled };

/** The output: one item for each row, in order, paired with its input item; and the hint that sums them up. */
export function output(context: IExecuteFunctions, rows: Row[]): INodeExecutionData[][] {
	context.addExecutionHints(hintOf(rows));
	const forErrorOutput = goesToErrorOutput(context);
	return [
		rows
			.filter(hasEnded)
			.map(({ end, item }) =>
				hasFailed(end)
					? toFailedItem(end.failure, item, forErrorOutput)
					: { json: end.items[0] as IDataObject, pairedItem: { item } },
			),
	];
}

/** The error that ends the run, with what became of every row. */
export function stop(
	context: IExecuteFunctions,
	rows: Row[],
	failure: Failure,
	item: number,
): never {
	throw toError(context.getNode(), failure, item, sumUp(rows));
}

/**
 * The failure that ends a run in stop mode: the first one in item order that is not merely a consequence
 * of another; undefined where nothing failed but wrong rows that were to be skipped or shown.
 */
export function culpritOf(
	rows: Row[],
	skipping: boolean,
): { failure: Failure; item: number } | undefined {
	const failures = rows.flatMap(({ end, item, flaw, dryRun }) =>
		end !== undefined && hasFailed(end) && !(flaw !== undefined && (skipping || dryRun))
			? [{ failure: end.failure, item }]
			: [],
	);
	return failures.find(({ failure }) => failure.outcome !== 'notSent') ?? failures[0];
}

/** n8n keeps no output of a node that is stopped with its execution: its log is where this can be read. */
export function logIfStopped(context: IExecuteFunctions, rows: Row[]): void {
	if (!context.getExecutionCancelSignal()?.aborted) return;
	context.logger.warn(`"${context.getNode().name}" was stopped. ${sumUp(rows).text}`);
}

/** Every row by its item; the messages of an array by their number in the run, from 1. */
function sumUp(rows: Row[]): Summary {
	const fromArray = rows.some(({ id }) => typeof id === 'string');
	const ends = rows
		.filter(hasEnded)
		.map(({ item, end }, index): [number, Settled] => [fromArray ? index + 1 : item, end]);
	return summarize(new Map(ends), fromArray ? 'message' : 'item');
}

function hasEnded(row: Row): row is Ended {
	return row.end !== undefined;
}
