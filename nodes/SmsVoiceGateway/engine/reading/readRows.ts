import { sleep } from 'n8n-workflow';

import { isBlank } from '../../values/blank';
import { notSent } from '../row/failures';
import { isWrong, unread, type Row } from '../row/row';
import type { RunContext } from '../runContext';
import type { Inputs } from './inputs';
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
		// One by one: an item's array may hold more than a call takes arguments.
		else for (const row of read(item)) rows.push(row);
		if (Date.now() - since <= LONGEST) continue;
		// Lets n8n do other work now and then: the editor's, other executions', the Stop button's.
		await sleep(0);
		since = Date.now();
	}
	// Elsewhere a wrong row holds nothing back, or the items are no sheet.
	if (operation.allOrNone && runContext.overItems !== undefined)
		runContext.notes.emptyRows = leaveOutEmptyEnd(rows, inputs);
	return rows;
}

/**
 * Takes wrong rows off the end whose items hold nothing, as below the last row of a sheet, and says how many; where all
 * rows are such they stay, each with what is wrong with it.
 */
function leaveOutEmptyEnd(rows: Row[], inputs: Inputs): number {
	const isEmpty = (row: Row): boolean =>
		isWrong(row) && !row.fromArray && Object.values(inputs.jsonOf(row.item)).every(isBlank);
	const last = rows.findLastIndex((row) => !isEmpty(row));
	return last < 0 ? 0 : rows.splice(last + 1).length;
}
