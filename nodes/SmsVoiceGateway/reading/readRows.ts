import { sleep } from 'n8n-workflow';

import { isOneByOne } from '../host/host';
import { give, isWrong, type Row, unread, draftOf } from '../row/row';
import { inParts } from '../row/requests';
import { isBlank } from '../values/inputProblem';
import { emptyRow, notSent } from '../row/failures';
import type { RunContext } from '../engine/runContext';
import { wireName } from '../fields/field';
import type { Option } from '../options/option';
import { OPTIONS } from '../options/options';
import { shorten } from '../text/wording';
import { rowProblemOf } from '../row/result';
import {
	additionalColumn,
	column,
	optionColumn,
	scheduleColumn,
	type Column,
	type Notes,
} from './columns';
import { givenOption, placeOf } from './settings';
import { changesOf } from './changes';
import { rawValue, type Template } from './template';

/** For so long reading rows may keep n8n from anything else: milliseconds. */
const LONGEST = 50;

/** Reads the rows of the input items and checks them. Nothing is sent, and nothing is thrown. */
export async function readRows(runContext: RunContext): Promise<Row[]> {
	const { context, inputs, operation, settings } = runContext;
	const { batchSize } = settings.speed;
	const read = rowReader(runContext);
	const signal = context.getExecutionCancelSignal();
	const rows: Row[] = [];
	let since = performance.now();
	for (const item of inputs.items) {
		if (signal?.aborted) rows.push(unread(item, notSent('stopped')));
		else for (const row of inParts(read(item), operation, batchSize)) rows.push(row);
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

/** More than a number has: characters. */
const LONGEST_TO = 40;

/** Reads the row of an item, with its fields and what run and options make of them, or with its problem. */
function rowReader(runContext: RunContext): (item: number) => Row {
	const { inputs } = runContext;
	const changes = changesOf(runContext);
	const dryRun = optionColumn(runContext, ['dryRun'], OPTIONS.dryRun);
	const key = keyColumn(runContext);
	const additional = additionalColumn(runContext);
	const fields = fieldsReader(runContext);
	const to = inputs.template('destination');
	// Most rows have nothing to note, and share these.
	let notes = noNotes();
	return (item) => {
		const row = draftOf(item);
		row.additional = additional(item, notes);
		row.key = key(item, notes);
		row.dryRun = dryRun(item, notes) === true;
		row.fields = fields(item, notes);
		for (const change of changes) if (notes.problems.length === 0) change(row, notes);
		if (notes.problems.length === 0 && notes.warnings.length === 0) return row;
		const problem = rowProblemOf(notes.problems, nameOf(item, inputs.jsonOf(item)));
		if (problem !== undefined) row.problem = { ...problem, ...asWritten(to, item) };
		if (notes.warnings.length > 0) row.warnings = notes.warnings;
		row.hasGap = notes.hasGap;
		notes = noNotes();
		return row;
	};
}

/** Whom a wrong row names, as it was written: a list of wrong rows is read by its numbers. */
function asWritten(to: Template, item: number): { destination?: string } {
	try {
		const written = to.valueFor(item);
		if (typeof written !== 'string' && typeof written !== 'number') return {};
		const destination = shorten(String(written).trim(), LONGEST_TO);
		return destination === '' ? {} : { destination };
	} catch {
		return {};
	}
}

/** The notes of a row of which nothing is known yet. */
const noNotes = (): Notes => ({ problems: [], warnings: [], hasGap: false });

/**
 * An item as an error names it, behind the name of a parameter; also by where n8n's Google Sheets node has found it
 * (googleSheets v2, `row_number`): no other node says so.
 */
function nameOf(item: number, { row_number: row }: { row_number?: unknown }): string {
	const isOfSheet = typeof row === 'number' && Number.isSafeInteger(row) && row > 0;
	return isOfSheet ? `item ${item} (row ${row} of the sheet)` : `item ${item}`;
}

/** What 'Send Once' knows a row by over executions: its key, or the name of its campaign. */
function keyColumn(runContext: RunContext): Column<string> {
	const { context, settings } = runContext;
	const { by } = settings.sendOnce;
	if (by === undefined) return () => undefined;
	const name = by === 'key' ? 'key' : 'campaign';
	const { path } = placeOf(['sendOnce', name], OPTIONS.sendOnce);
	if (name === 'campaign' && isLeftOut(givenOption(context, path))) return () => undefined;
	// Half a key would be that of others too, whose messages then would not be sent.
	return optionColumn(runContext, ['sendOnce', name], OPTIONS.sendOnce.values[name], 'refuse');
}

/** Whether nothing is written in a field, be it in an expression. */
const isLeftOut = (raw: unknown): boolean =>
	isBlank(typeof raw === 'string' ? raw.replace(/^=/, '') : raw);

/** The fields of a row, by the wire's names, read one by one. */
function fieldsReader(runContext: RunContext): (item: number, notes: Notes) => object {
	const { inputs, operation, settings, login, host } = runContext;
	const all: Array<[wire: string, Column<unknown>]> = operation.fields.map((field) => {
		const { property, wire, read, mayWarn, gaps: means = 'allow' } = field;
		const gaps = means === 'asChosen' ? settings.text.gaps : means;
		const { name, displayName } = property;
		const defaultSource = wire === 'source' ? login.defaultSource : undefined;
		if (defaultSource !== undefined && isLeftOut(rawValue(host.node.parameters, name)))
			return [wire, () => defaultSource];
		return [wire, column(inputs, name, { shown: displayName, read, mayWarn, gaps })];
	});
	for (const [name, option] of Object.entries(operation.options)) {
		const wire = wireName(option.property);
		if (wire === undefined) continue;
		all.push([wire, optionColumn(runContext, [name as keyof typeof OPTIONS], option as Option)]);
	}
	const schedule = scheduleColumn(runContext);
	return (item, notes) => {
		const fields: Record<string, unknown> = {};
		for (const [wire, valueOf] of all) {
			const value = valueOf(item, notes);
			// Where an option was not added no field of it leaves.
			if (value !== undefined) fields[wire] = value;
		}
		const scheduled = schedule(item, notes);
		if (scheduled !== undefined) fields.scheduled = scheduled;
		return fields;
	};
}
