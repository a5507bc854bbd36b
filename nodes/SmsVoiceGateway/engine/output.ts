import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isOneByOne } from '../host/host';
import { clearForRetry, saveForRetry } from '../keys/executionMemory';
import { hasFailed, type Failed } from '../row/result';
import type { Row } from '../row/row';
import type { RunContext } from './runContext';
import {
	fail,
	failedItemOf,
	forModel,
	forReviewer,
	OF_ANY_END,
	reasonOf,
	runFailureOf,
} from '../row/error';
import { reportOf } from '../row/report';
import { hintOf, toldOf } from '../row/summary';

/**
 * The output: the items of each row, in order, paired with its input item; and the hint that sums them up. Throws
 * where a failure ends the run, with what became of every row; `before`: of those that have come out already.
 */
export function toOutput(
	rows: readonly Row[],
	runContext: RunContext,
	before: readonly Row[] = [],
): INodeExecutionData[] {
	const { host, operation, context, forHint, settings } = runContext;
	const end = runFailureOf(rows, runContext);
	if (end !== undefined) {
		saveForRetry(rows, runContext);
		const all = [...before, ...rows];
		const failed = asShown(end.failed, runContext);
		const said = all.length > 1 ? toldOf(all, runContext, failed.failure) : [];
		return fail(host, failed, end.item, said, reportOf(all));
	}
	clearForRetry(runContext);
	const isWorthIt =
		rows.length > 1 ||
		host.node.executeOnce === true ||
		(forHint.emptyRows ?? 0) > 0 ||
		rows.some(({ dryRun, result }) => dryRun || hasFailed(result) || isToBeRead(result?.items));
	const isHinted = operation.polling !== undefined || (operation.sends && isWorthIt);
	if (isHinted && !isOneByOne(context)) context.addExecutionHints(hintOf(rows, runContext));
	const isMixed = !host.hasErrorOutput && rows.some(({ result }) => hasFailed(result));
	const columnsOf = columnReader(runContext);
	const items: INodeExecutionData[] = [];
	// Of 100,000 rows, each would be copied for nothing.
	const isWhole = !settings.includeInput && !host.isReview && !isMixed;
	for (const row of rows) {
		const { result, item } = row;
		if (isWhole && result !== undefined && !hasFailed(result))
			for (const json of result.items) items.push({ json, pairedItem: { item } });
		else
			for (const one of itemsOf(row, columnsOf, runContext))
				items.push(isMixed ? withError(one) : one);
	}
	return items;
}

/** Whether a row that left has something to be looked at, or goes at another time: in its table that stands columns away. */
const isToBeRead = (items: readonly IDataObject[] = []): boolean =>
	items.some(({ warnings, scheduled }) => warnings !== undefined || scheduled !== undefined);

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

/**
 * An item's own columns, but for those named as a result's: in each outcome these are the result's, and an id, or an error, of
 * an earlier sending never stands beside this one's. Beside a status it stays whom the text went to. None where a model has
 * asked, and where a code is not shown.
 */
function columnReader({
	host,
	inputs,
	operation,
}: RunContext): (item: number, isFailed: boolean) => IDataObject {
	if (host.isTool || operation.secretFields !== undefined) return () => ({});
	const ofAnswer = new Set(operation.results);
	const ofFailure = new Set([...OF_ANY_END, ...operation.results]);
	return (item, isFailed) => {
		const names = isFailed || operation.sends ? ofFailure : ofAnswer;
		const columns = Object.entries(inputs.jsonOf(item) as IDataObject);
		return Object.fromEntries(columns.filter(([name]) => !names.has(name)));
	};
}

/** The output items of a row. */
function itemsOf(
	{ result, item }: Row,
	columnsOf: ReturnType<typeof columnReader>,
	runContext: RunContext,
): INodeExecutionData[] {
	if (result === undefined) return [];
	const { host, settings } = runContext;
	const isFailed = hasFailed(result);
	const items = isFailed
		? [failedItemOf(host, asShown(result, runContext), item, columnsOf(item, true))]
		: result.items.map((json) => ({ json, pairedItem: { item } }));
	if (settings.includeInput && !(isFailed && host.hasErrorOutput))
		for (const one of items) one.json = { ...columnsOf(item, isFailed), ...one.json };
	const reason = host.isReview ? reasonOf(result) : undefined;
	if (reason !== undefined) for (const one of items) one.json = forReviewer(host, one.json, reason);
	return items;
}

/** What failed as it comes out: for a tool, in words that its agent's model can act on. */
const asShown = (failed: Failed, { host, operation }: RunContext): Failed =>
	host.isTool && !host.isReview ? forModel(failed, operation.sends) : failed;
