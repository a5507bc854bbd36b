import { sleep } from 'n8n-workflow';

import { isOneByOne } from '../host/host';
import { emptyRow, notSent } from '../row/failures';
import { give, isWrong, type Row, unread } from '../row/row';
import type { RunContext } from '../engine/runContext';
import { emptyItems } from './emptyItems';
import { inParts } from './parts';
import { rowReader } from './rowReader';

/** For so long reading rows may keep n8n from anything else: milliseconds. */
const LONGEST = 50;

/** Reads the rows of the input items and checks them. Nothing is sent, and nothing is thrown. */
export async function readRows(runContext: RunContext): Promise<Row[]> {
	const { context, inputs, operation } = runContext;
	const read = rowReader(runContext);
	const signal = context.getExecutionCancelSignal();
	const rows: Row[] = [];
	let since = Date.now();
	for (const item of inputs.items) {
		if (signal?.aborted) rows.push(unread(item, notSent('stopped')));
		else for (const row of inParts(read(item), runContext)) rows.push(row);
		if (Date.now() - since <= LONGEST) continue;
		// Lets n8n do other work now and then: the editor's, other executions', the Stop button's.
		await sleep(0);
		since = Date.now();
	}
	// Elsewhere a wrong row holds nothing back, or the items are no sheet.
	const isSheet = operation.allOrNone && !isOneByOne(context);
	return isSheet ? withoutEmpty(rows, runContext) : rows;
}

/**
 * The rows without the empty ones at the end, as a sheet has them behind its last; one between others ends with an item that
 * says so, and is no failure. Where all rows are empty they stay, each with what is wrong with it.
 */
function withoutEmpty(rows: Row[], runContext: RunContext): Row[] {
	const isEmptyItem = emptyItems(runContext);
	const { results } = runContext.memory;
	// What an earlier try has sent is no empty row, whatever its item holds now.
	const isEmpty = (row: Row) => isWrong(row) && !results.has(row.id) && isEmptyItem(row.item);
	const last = rows.findLastIndex((row) => !isEmpty(row));
	if (last < 0) return rows;
	runContext.notes.emptyRows = rows.length - last - 1;
	const kept = rows.slice(0, last + 1);
	for (const row of kept) if (isEmpty(row)) give(row, emptyRow());
	return kept;
}
