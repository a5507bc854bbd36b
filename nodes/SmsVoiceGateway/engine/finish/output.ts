import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { clearForRetry, saveForRetry } from '../retryMemory';
import { hasFailed, type Failed } from '../row/result';
import type { Row } from '../row/row';
import type { RunContext } from '../runContext';
import { fail, failedItemOf, forModel, forReviewer, reasonOf } from './error';
import { runFailureOf } from '../row/runFailure';
import { reportOf } from './report';
import { hintOf, toldOf } from './summary';

/**
 * The output: the items of each row, in order, paired with its input item; and the hint that sums them up. Throws
 * where a failure ends the run, with what became of every row; `before`: of those that have come out already.
 */
export function toOutput(
	rows: readonly Row[],
	runContext: RunContext,
	before: readonly Row[] = [],
): INodeExecutionData[] {
	const { host, operation, overItems, notes, settings } = runContext;
	const end = runFailureOf(rows, runContext);
	if (end !== undefined) {
		saveForRetry(rows, runContext);
		const all = [...before, ...rows];
		const said = all.length > 1 ? toldOf(all, runContext) : [];
		return fail(host, asShown(end.failed, runContext), end.item, said, reportOf(all));
	}
	clearForRetry(runContext);
	// Nothing else shows that a review has failed: its item has to come out for the model.
	const isWorthIt =
		rows.length > 1 ||
		(notes.emptyRows ?? 0) > 0 ||
		rows.some(({ dryRun, result }) => dryRun || (host.isReview && hasFailed(result)));
	if (settings.waitUntilFinal !== undefined || (operation.sends && isWorthIt))
		overItems?.addExecutionHints(hintOf(rows, runContext));
	const items = rows.flatMap((row) => itemsOf(row, runContext));
	const isMixed = !host.hasErrorOutput && rows.some(({ result }) => hasFailed(result));
	return isMixed ? items.map(withError) : items;
}

/** An item beside which others have failed: n8n's table has its columns in the order in which they come up first. */
function withError(item: INodeExecutionData): INodeExecutionData {
	if ('error' in item.json) return item;
	const named = Object.entries(item.json).flatMap(([name, value]) =>
		name === 'outcome'
			? [[name, value] as const, ['error', null] as const]
			: [[name, value] as const],
	);
	return { ...item, json: Object.fromEntries(named) };
}

/** The output items of a row. */
function itemsOf({ result, item, fromArray }: Row, runContext: RunContext): INodeExecutionData[] {
	if (result === undefined) return [];
	const { host, inputs, operation, settings } = runContext;
	// A model knows what it has asked for; of an array each message would repeat the whole; and a code is not shown.
	const isBare = host.isTool || fromArray === true || operation.secretFields !== undefined;
	const columns = isBare ? {} : (inputs.jsonOf(item) as IDataObject);
	const items = hasFailed(result)
		? [failedItemOf(host, asShown(result, runContext), item, columns)]
		: result.items.map((json) => ({ json, pairedItem: { item } }));
	if (settings.includeInput && !isBare && !(hasFailed(result) && host.hasErrorOutput))
		for (const one of items) one.json = { ...columns, ...one.json };
	const reason = host.isReview ? reasonOf(result) : undefined;
	if (reason !== undefined) for (const one of items) one.json = forReviewer(host, one.json, reason);
	return items;
}

/** What failed as it comes out: for a tool, in words that its agent's model can act on. */
const asShown = (failed: Failed, { host, operation }: RunContext): Failed =>
	host.isTool && !host.isReview ? forModel(failed, operation.sends) : failed;
