import { readBulkList } from '../../fields/bulk';
import { wireName } from '../../fields/field';
import { isLeftEmpty } from '../../options/group';
import type { Option } from '../../options/option';
import { OPTIONS } from '../../options/options';
import type { Gaps } from '../../options/text';
import { gapOf } from '../../text/gaps';
import { shorten } from '../../text/wording';
import { InputProblem, isBlank, orProblem, quote } from '../../values/inputProblem';
import { rowProblemOf } from '../row/result';
import { nameOf, type Row } from '../row/row';
import type { RunContext } from '../runContext';
import { additionalColumn, scheduleColumn } from './optionColumns';
import { changesOf, type Draft } from './changes';
import { rawValue } from './parameterValues';
import { column, givenOption, optionColumn, type Column, type Notes } from './columns';

/** More than a number has: characters. */
const LONGEST_TO = 40;

/** Reads the rows of an item, each with its fields and what run and options make of them, or with its problem. */
export function rowReader(runContext: RunContext): (item: number) => Row[] {
	const { inputs, operation, settings } = runContext;
	const changes = changesOf(runContext);
	const dryRun = dryRunColumn(runContext);
	const key = keyColumn(runContext);
	const additional = additionalColumn(runContext);
	// All of one shape, in which V8 finds what it looks for: of 100,000 rows each look costs.
	const draft = (item: number, notes: Notes): Draft => ({
		...{ item, id: item, sheetRow: sheetRowOf(inputs.jsonOf(item)), fromArray: undefined },
		...{ problem: undefined, fields: {}, additional: additional(item, notes) },
		...{ warnings: undefined, content: undefined },
		key: key(item, notes),
		...{ dryRun: dryRun(item, notes) === true, isHeldByTest: undefined },
		...{ question: undefined, result: undefined },
	});
	/** The one place where a row that was read is made: what the notes say of it is its problem, or its warnings. */
	const made = (row: Draft, notes: Notes, name = nameOf(row), to = toOf): Row => {
		for (const change of changes) if (notes.problems.length === 0) change(row, notes);
		const problem = rowProblemOf(notes.problems, name);
		if (problem !== undefined) row.problem = { ...problem, ...asWritten(() => to(row.item)) };
		if (notes.warnings.length > 0) row.warnings = notes.warnings;
		return row;
	};
	const toOf = inputs.values('destination');
	const { list } = operation;
	const isList = inputs.values('messagesFrom', 'inputItems')(inputs.items[0] ?? 0) === 'json';
	if (list === undefined || !isList) {
		const fields = fieldsReader(runContext);
		return (item) => {
			const notes = noNotes();
			const row = draft(item, notes);
			row.fields = fields(item, notes);
			return [made(row, notes)];
		};
	}
	const { gaps } = settings.text;
	const messages = column(inputs, 'messages', 'Messages', readBulkList, { gaps });
	return (item) => {
		const notes = noNotes();
		const elements = messages(item, notes) ?? [];
		const known: Draft = { ...draft(item, notes), fromArray: true, id: `${item}` };
		if (notes.problems.length > 0) return [made(known, notes, `item ${item}`, () => undefined)];
		return elements.map((element, index) => {
			const row = { ...known, id: `${item}.${index}` };
			const own = { ...notes, warnings: [...notes.warnings] };
			const fields = orProblem(() => list.read(element));
			const problem = fields instanceof InputProblem ? fields : gapIn(fields.message, gaps, own);
			if (problem === undefined) return made({ ...row, fields }, own);
			const says = `has a message no. ${index + 1} which ${problem.message}`;
			own.problems = [{ parameter: 'Messages', says, advice: problem.advice }];
			return made(row, own, `item ${item}`, () => destinationIn(element));
		});
	};
}

/** What is wrong with a text that others have put together, or else a warning of it. */
function gapIn(text: string, gaps: Gaps, notes: Notes): InputProblem | undefined {
	const gap = gaps === 'allow' ? undefined : gapOf('message', text, true, {});
	if (gap === undefined) return undefined;
	const says = `gives ${quote(gap.gave)}`;
	if (gaps === 'refuse' || gap.isTemplate)
		return new InputProblem(says, gap.advice ?? 'Put the value there before.');
	notes.warnings.push(`'Messages' has a message that ${says}`);
	return undefined;
}

const destinationIn = (element: unknown): unknown =>
	(element as { destination?: unknown } | null | undefined)?.destination;

/** Whom a wrong row names, as it was written: a list of wrong rows is read by its numbers. */
function asWritten(valueOf: () => unknown): { destination?: string } {
	try {
		const given = valueOf();
		if (typeof given !== 'string' && typeof given !== 'number') return {};
		const destination = shorten(String(given).trim(), LONGEST_TO);
		return destination === '' ? {} : { destination };
	} catch {
		return {};
	}
}

/** The notes of a row of which nothing is known yet. */
const noNotes = (): Notes => ({ problems: [], warnings: [] });

/** Where n8n's Google Sheets node has found an item (googleSheets v2, `row_number`): no other node says so. */
function sheetRowOf({ row_number: row }: { row_number?: unknown }): number | undefined {
	return typeof row === 'number' && Number.isSafeInteger(row) && row > 0 ? row : undefined;
}

function dryRunColumn(runContext: RunContext): Column<boolean> {
	if (runContext.operation.options.dryRun === undefined) return () => false;
	return optionColumn(runContext, ['dryRun'], OPTIONS.dryRun);
}

/** What 'Send Once' knows a row by over executions: its key, or the name of its campaign. */
function keyColumn(runContext: RunContext): Column<string> {
	const { context, operation, settings } = runContext;
	const given = givenOption(context, 'sendOnce');
	const { by } = settings.sendOnce;
	if (operation.options.sendOnce === undefined || by === undefined || isLeftEmpty(given))
		return () => undefined;
	const name = by === 'key' ? 'key' : 'campaign';
	const { values = {} } = (given ?? {}) as { values?: Record<string, unknown> };
	if (name === 'campaign' && isLeftOut(values.campaign)) return () => undefined;
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
		const { property, wire, read, mayWarn, gaps: own = 'allow' } = field;
		const gaps = own === 'asChosen' ? settings.text.gaps : own;
		const { name, displayName } = property;
		const usual = wire === 'source' ? login.defaultSource : undefined;
		if (usual !== undefined && isLeftOut(rawValue(host.node.parameters, name)))
			return [wire, () => usual];
		return [wire, column(inputs, name, displayName, read, { mayWarn, gaps })];
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
