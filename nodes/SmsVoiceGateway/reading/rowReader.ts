import { wireName } from '../fields/field';
import type { Option } from '../options/option';
import { OPTIONS } from '../options/options';
import { shorten } from '../text/wording';
import { isBlank } from '../values/inputProblem';
import { rowProblemOf } from '../row/result';
import { draftOf, nameOf, type Row } from '../row/row';
import type { RunContext } from '../engine/runContext';
import { additionalColumn, scheduleColumn } from './optionColumns';
import { changesOf } from './changes';
import { column, givenOption, optionColumn, placeOf, type Column, type Notes } from './columns';
import { rawValue } from './template';

/** More than a number has: characters. */
const LONGEST_TO = 40;

/** Reads the row of an item, with its fields and what run and options make of them, or with its problem. */
export function rowReader(runContext: RunContext): (item: number) => Row {
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
		row.sheetRow = sheetRowOf(inputs.jsonOf(item));
		row.additional = additional(item, notes);
		row.key = key(item, notes);
		row.dryRun = dryRun(item, notes) === true;
		row.fields = fields(item, notes);
		for (const change of changes) if (notes.problems.length === 0) change(row, notes);
		if (notes.problems.length === 0 && notes.warnings.length === 0) return row;
		const problem = rowProblemOf(notes.problems, nameOf(row));
		if (problem !== undefined) row.problem = { ...problem, ...asWritten(() => to.valueFor(item)) };
		if (notes.warnings.length > 0) row.warnings = notes.warnings;
		row.hasGap = notes.hasGap;
		notes = noNotes();
		return row;
	};
}

/** Whom a wrong row names, as it was written: a list of wrong rows is read by its numbers. */
function asWritten(valueOf: () => unknown): { destination?: string } {
	try {
		const written = valueOf();
		if (typeof written !== 'string' && typeof written !== 'number') return {};
		const destination = shorten(String(written).trim(), LONGEST_TO);
		return destination === '' ? {} : { destination };
	} catch {
		return {};
	}
}

/** The notes of a row of which nothing is known yet. */
const noNotes = (): Notes => ({ problems: [], warnings: [], hasGap: false });

/** Where n8n's Google Sheets node has found an item (googleSheets v2, `row_number`): no other node says so. */
function sheetRowOf({ row_number: row }: { row_number?: unknown }): number | undefined {
	return typeof row === 'number' && Number.isSafeInteger(row) && row > 0 ? row : undefined;
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
		const usual = wire === 'source' ? login.defaultSource : undefined;
		if (usual !== undefined && isLeftOut(rawValue(host.node.parameters, name)))
			return [wire, () => usual];
		const reader = { shown: displayName, read, mayWarn, gaps };
		return [wire, column(inputs.template(name), inputs.jsonOf, reader)];
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
