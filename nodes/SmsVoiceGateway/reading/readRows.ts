import { sleep } from 'n8n-workflow';

import { isOneByOne } from '../host/host';
import { sameNumber } from '../numbers/digits';
import { numbersIn, withNumbers } from '../row/content';
import { inBatches } from '../row/requests';
import { isBlank } from '../values/inputProblem';
import { emptyRow, notSent } from '../row/failures';
import { give, isWrong, type Row, unread } from '../row/row';
import type { RunContext } from '../engine/runContext';
import { rowReader } from './rowReader';

/** For so long reading rows may keep n8n from anything else: milliseconds. */
const LONGEST = 50;

/** Reads the rows of the input items and checks them. Nothing is sent, and nothing is thrown. */
export async function readRows(runContext: RunContext): Promise<Row[]> {
	const { context, inputs, operation } = runContext;
	const read = rowReader(runContext);
	const signal = context.getExecutionCancelSignal();
	const rows: Row[] = [];
	let since = performance.now();
	for (const item of inputs.items) {
		if (signal?.aborted) rows.push(unread(item, notSent('stopped')));
		else for (const row of inParts(read(item), runContext)) rows.push(row);
		if (performance.now() - since <= LONGEST) continue;
		// Lets n8n do other work now and then: the editor's, other executions', the Stop button's.
		await sleep(0);
		since = performance.now();
	}
	// Elsewhere a wrong row holds nothing back, or the items are no sheet.
	const isSheet = operation.allOrNone && !isOneByOne(context);
	return isSheet ? withoutEmpty(rows, runContext) : rows;
}

/**
 * A row whose numbers are more than one request carries, as several rows of the same item: each leaves in a request of its
 * own and has its own result, so that what becomes of one says nothing of the others. With a *Batch Size* of 1, where no
 * numbers are to be put together, an item's numbers stay together.
 */
function inParts(row: Row, { operation, settings }: RunContext): Row[] {
	const { batchSize } = settings.speed;
	const { fields, asGiven, id, key } = row;
	if (!operation.isGroup || batchSize < 2 || row.problem !== undefined) return [row];
	const numbers = numbersIn(fields);
	if (numbers.length <= batchSize) return [row];
	return inBatches([...numbers], batchSize).map((some, part): Row => ({
		...row,
		id: `${id} part ${part}`,
		fields: withNumbers(fields, some),
		asGiven: asGiven && withNumbers(asGiven, some),
		// What was said of the numbers was said of all of them.
		warnings: part === 0 ? row.warnings : undefined,
		key: key === undefined ? undefined : JSON.stringify([key, some.map(sameNumber)]),
	}));
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
	runContext.forHint.emptyRows = rows.length - last - 1;
	const kept = rows.slice(0, last + 1);
	for (const row of kept) if (isEmpty(row)) give(row, emptyRow());
	return kept;
}

/** What a sheet or a table fills in by itself: Google Sheets' place of a row, and what n8n's data tables keep of each. */
const FILLED_IN = new Set(['row_number', 'id', 'createdAt', 'updatedAt']);

/**
 * Whether an item is an empty row: it has no number, nothing stands in its columns but what a sheet fills in by itself (a
 * box without a tick, a zero), and no expression of the text gave anything, as from an earlier node.
 */
function emptyItems({ inputs }: RunContext): (item: number) => boolean {
	const to = inputs.template('destination');
	const message = inputs.template('message');
	const isUnfilled = (value: unknown) => isBlank(value) || value === false || value === 0;
	return (item) => {
		const columns = Object.entries(inputs.jsonOf(item));
		if (columns.some(([name, value]) => !FILLED_IN.has(name) && !isUnfilled(value))) return false;
		try {
			return isBlank(to.valueFor(item)) && message.readFor(item).gave.every(isBlank);
		} catch {
			// Somebody has to look at it.
			return false;
		}
	};
}
