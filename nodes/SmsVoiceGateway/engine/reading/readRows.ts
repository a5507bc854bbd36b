import { sleep } from 'n8n-workflow';

import { notSent } from '../row/failures';
import { isWrong, unread, type Row } from '../row/row';
import type { RunContext } from '../runContext';
import { emptiness } from './emptyRows';
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
	const isSheet = operation.allOrNone && runContext.overItems !== undefined;
	const kept = isSheet ? withoutEmpty(rows, runContext) : rows;
	runContext.notes.emptyRows = rows.length - kept.length;
	return kept;
}

/**
 * The rows without the wrong ones whose items are as good as empty, as the blank rows of a sheet; where all rows are such
 * they stay, each with what is wrong with it.
 */
function withoutEmpty(rows: Row[], { inputs, host }: RunContext): Row[] {
	const isEmpty = emptiness(inputs, host.node.parameters);
	const kept = rows.filter((row) => !isWrong(row) || row.fromArray || !isEmpty(row.item));
	return kept.length === 0 ? rows : kept;
}
