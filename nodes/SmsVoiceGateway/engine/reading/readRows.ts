import { isBlank } from '../../values/blank';
import { wireName } from '../../fields/field';
import { shownIn, VALUES } from '../../options/option';
import type { AnyOption } from '../../options/options';
import type { SendOnceBy } from '../../options/sendOnce';
import { lostZeros } from '../../numbers/lostZeros';
import { readRequestOptions } from '../../wire/readRequestOptions';
import type { RequestOptions } from '../../wire/readRequestOptions';
import type { RunContext } from '../runContext';
import { TimeSlice } from './timeSlice';
import { keyByCampaign } from './campaign';
import { addLink } from '../asking/addLink';
import { additionalColumn } from './additionalColumn';
import { bodyOf } from '../row/body';
import { Columns } from './columns';
import type { Column } from './columns';
import { contentOf } from '../row/content';
import { needsContents } from '../retryMemory';
import type { Operation } from '../operation';
import { rowProblemOf } from '../row/problem';
import { formatNumbers } from './formatNumbers';
import type { Inputs } from './inputs';
import type { ParameterProblem } from '../row/problem';
import { noNotes } from './notes';
import type { Notes } from './notes';
import { onlyTest } from './onlyTest';
import { punctuate } from './punctuate';
import { warnOfEscapes } from './warnOfEscapes';
import { readList } from './readList';
import { hoursColumn, scheduleColumn } from './scheduleColumn';
import { givenKeys } from './settings';
import { isWhole, nameOf, unread } from '../row/row';
import type { Row, RowOf } from '../row/row';

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
		for (const row of isStopped ? [unread(item)] : read(item)) rows.push(change(row));
		if (slice.isOver) await slice.next();
	}
	// Elsewhere a wrong row holds nothing back, or the items are no sheet.
	if (operation.allOrNone && runContext.overItems !== undefined)
		runContext.emptyRows = leaveOutEmptyEnd(rows, inputs);
	if (operation.sends && settings.numberFormat === undefined)
		runContext.lostZeros = lostZeros(recipientsOf(rows, operation));
	return rows;
}

/** What a step of reading makes of a row that nothing is wrong with: another row, or the same. */
type Change = (row: RowOf) => Row;

/** All that run and options make of a row as it was given. */
function changesOf(runContext: RunContext): (row: Row) => Row {
	const { operation, settings } = runContext;
	const { text, numberFormat } = settings;
	const changes: Change[] = [
		...(needsContents(runContext) ? [keepContent(operation)] : []),
		keyByCampaign(operation, numberFormat),
		warnOfEscapes(operation),
		...(text.plainPunctuation ? [punctuate(operation)] : []),
		...(numberFormat === undefined ? [] : [formatNumbers(operation, numberFormat)]),
		onlyTest(runContext),
		// Last of what changes a text: it is another one in every execution.
		addLink(runContext),
		...(isKnownByItem(runContext) ? [] : [knownByRequest(operation)]),
	];
	return (row) => {
		let changed = row;
		for (const change of changes) {
			if (!isWhole(changed)) break;
			changed = change(changed);
		}
		return changed;
	};
}

const keepContent =
	(operation: Operation): Change =>
	(row) => ({ ...row, content: contentOf(row, operation) });

/**
 * Takes wrong rows off the end whose items hold nothing, as below the last row of a sheet, and says how many; where all
 * rows are such they stay, each with what is wrong with it.
 */
function leaveOutEmptyEnd(rows: Row[], inputs: Inputs): number {
	const isEmpty = ({ item, problem, fromArray }: Row): boolean =>
		problem !== undefined && !fromArray && isAllBlank(inputs.jsonOf(item));
	const last = rows.findLastIndex((row) => !isEmpty(row));
	return last < 0 ? 0 : rows.splice(last + 1).length;
}

/** Whether an item holds nothing that a person has typed. */
const isAllBlank = (json: object): boolean => Object.values(json).every(isBlank);

function* recipientsOf(rows: readonly Row[], { recipients }: Operation): Iterable<string> {
	for (const row of rows) if (isWhole(row)) yield* recipients?.(row.fields) ?? [];
}

/** What every row has, whatever its fields. */
function baseReader(runContext: RunContext, columns: Columns): (item: number, notes: Notes) => Row {
	const { host, inputs, operation } = runContext;
	const { dryRun, resendUnknown, bodyFormat } = operation.options;
	const isDry = columns.option(dryRun);
	const isResent = columns.option(resendUnknown);
	const multipart = columns.option(bodyFormat);
	const request = requestOptionsVary(host.node.parameters.requestOptions)
		? columns.of('requestOptions', 'Request Options', (value) =>
				readRequestOptions(value as RequestOptions),
			)
		: () => undefined;
	const key = keyColumn(runContext, columns, 'key');
	const campaign = keyColumn(runContext, columns, 'campaign');
	const additional = additionalColumn(runContext);
	const hours = hoursColumn(runContext, columns);
	return (item, notes) => ({
		item,
		id: item,
		sheetRow: sheetRowOf(inputs.jsonOf(item)),
		dryRun: isDry(item, notes) === true,
		resendUnknown: isResent(item, notes) === true,
		multipart: multipart(item, notes) === true,
		key: key(item, notes),
		campaign: campaign(item, notes),
		additional: additional(item, notes),
		request: request(item, notes),
		hours: hours(item, notes),
	});
}

/** Where n8n's Google Sheets node has found an item (googleSheets v2, `row_number`): no other node says so. */
function sheetRowOf(json: { row_number?: unknown }): number | undefined {
	const { row_number: row } = json;
	return typeof row === 'number' && Number.isSafeInteger(row) && row > 0 ? row : undefined;
}

/** What 'Send Once' knows a row by, where it does so by this. */
function keyColumn(
	{ context, operation }: RunContext,
	columns: Columns,
	wanted: SendOnceBy,
): Column<string> {
	const once = operation.options.sendOnce;
	const given = givenKeys(context);
	if (once === undefined || given === undefined) return () => undefined;
	const by = columns.value(once, 'by');
	// Half a key would be that of others too, whose messages then would not be sent.
	const value = columns.whole(
		columns.value(once, wanted),
		`options.${once.property.name}.${VALUES}.${wanted}`,
		shownIn(once, once.values[wanted]),
		'refuse',
	);
	return (item, notes) => (by(item, notes) === wanted ? value(item, notes) : undefined);
}

/** One row from each item, its fields read one by one. */
function rowReader(
	runContext: RunContext,
	columns: Columns,
	base: (item: number, notes: Notes) => Row,
): (item: number) => Row[] {
	const { operation, settings } = runContext;
	const { fields, options } = operation;
	const all = [
		...fields.map(({ property: { name, displayName }, wire, read, mayWarn, gaps }) => {
			const column = mayWarn
				? columns.each(name, displayName, read)
				: columns.of(name, displayName, (value) => read(value, () => undefined));
			const wanted = gaps === 'asChosen' ? settings.text.gaps : (gaps ?? 'allow');
			return [wire, columns.whole(column, name, displayName, wanted)] as const;
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
		for (const [wire, valueOf] of all) fields[wire] = valueOf(item, notes);
		const scheduled = schedule(row, notes);
		if (scheduled !== undefined) {
			fields.scheduled = scheduled.wire;
			if (scheduled.warning !== undefined) notes.warnings.push(scheduled.warning);
		}
		const { problems, warnings, hasGap } = notes;
		const known = {
			...row,
			...(warnings.length > 0 ? { warnings } : {}),
			...(hasGap ? { hasGap } : {}),
		};
		return [problems.length === 0 ? { ...known, fields } : wrongRow(known, problems)];
	};
}

const wrongRow = (row: Row, problems: readonly ParameterProblem[]): Row => ({
	...row,
	problem: rowProblemOf(problems, nameOf(row)),
});

/** In a node run each item is a message of its own; a model that calls a tool twice may mean the same one. */
function isKnownByItem({ host }: RunContext): boolean {
	return host.isRunByEngine && !host.isTool;
}

const knownByRequest =
	(operation: Operation): Change =>
	(row) => ({ ...row, id: JSON.stringify([operation.endpoint.path, bodyOf([row], operation)]) });

/** Whether an expression gives them; else they are read once for all rows. */
function requestOptionsVary(given: unknown): boolean {
	return /"=/.test(JSON.stringify(given ?? {}));
}
