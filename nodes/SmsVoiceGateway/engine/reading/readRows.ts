import { wireName } from '../../fields/field';
import type { AnyOption } from '../../options/options';
import { notSent } from '../row/failures';
import { isWrong, unread, type BaseRow, type Row } from '../row/row';
import type { RunContext } from '../runContext';
import { baseReader } from './baseRow';
import { changesOf } from './changes';
import { Columns } from './columns';
import { emptiness } from './emptyRows';
import { noNotes, rowOf, type Notes } from './notes';
import { readList } from './readList';
import { scheduleColumn } from './scheduleColumn';
import { TimeSlice } from './timeSlice';

/** Reads the rows of the input items and checks them. Nothing is sent, and nothing is thrown. */
export async function readRows(runContext: RunContext): Promise<Row[]> {
	const { context, inputs, operation, settings } = runContext;
	const columns = new Columns(context, inputs);
	const base = baseReader(runContext, columns);
	const { list } = operation;
	const read =
		list !== undefined &&
		inputs.values('messagesFrom', 'inputItems')(inputs.items[0] ?? 0) === 'json'
			? readList(columns, list.read, base, settings.text.gaps)
			: rowReader(runContext, columns, base);
	const change = changesOf(runContext);
	const slice = new TimeSlice();
	const rows: Row[] = [];
	for (const item of inputs.items) {
		const isStopped = context.getExecutionCancelSignal()?.aborted;
		if (isStopped) rows.push(unread(item, notSent('stopped')));
		// One by one: an item's array may hold more than a call takes arguments.
		else for (const row of read(item)) rows.push(change(row));
		if (slice.isOver) await slice.next();
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


/** One row from each item, its fields read one by one. */
function rowReader(
	runContext: RunContext,
	columns: Columns,
	base: (item: number, notes: Notes) => BaseRow,
): (item: number) => Row[] {
	const { operation, settings } = runContext;
	const { fields, options } = operation;
	const all = [
		...fields.map(({ property: { name, displayName }, wire, read, mayWarn, gaps }) => {
			const column = mayWarn
				? columns.each(name, displayName, read)
				: columns.of(name, displayName, (value) => read(value, () => undefined));
			const wanted = gaps === 'asChosen' ? settings.text.gaps : (gaps ?? 'allow');
			return [wire, columns.withoutGaps(column, name, displayName, wanted)] as const;
		}),
		...Object.values<AnyOption>(options).flatMap(({ property, read, usual }) => {
			const wire = wireName(property);
			if (wire === undefined || read === undefined) return [];
			return [[wire, columns.option({ property, read, usual })] as const];
		}),
	];
	const schedule = scheduleColumn(runContext, columns);
	return (item) => {
		const notes = noNotes();
		const row = base(item, notes);
		const fields: Record<string, unknown> = {};
		for (const [wire, valueOf] of all) {
			const value = valueOf(item, notes);
			// Where an option was not added no field of it leaves.
			if (value !== undefined) fields[wire] = value;
		}
		const scheduled = schedule(row, notes);
		if (scheduled !== undefined) {
			fields.scheduled = scheduled.wire;
			if (scheduled.warning !== undefined) notes.warnings.push(scheduled.warning);
		}
		return [rowOf(row, notes, fields)];
	};
}
