import { isBlank } from '../../values/blank';
import { wireName } from '../../fields/field';
import type { Warn } from '../../fields/field';
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
import { onlyTest } from './onlyTest';
import { punctuate } from './punctuate';
import { warnOfEscapes } from './warnOfEscapes';
import { readList } from './readList';
import { hoursColumn, scheduleColumn } from './scheduleColumn';
import { givenKeys } from './settings';
import { isWhole, nameOf, unread } from '../row/row';
import type { Row } from '../row/row';

/** Reads the rows of the input items and checks them. Nothing is sent, and nothing is thrown. */
export async function readRows(runContext: RunContext): Promise<Row[]> {
	const { context, inputs, operation } = runContext;
	const problems: ParameterProblem[] = [];
	const columns = new Columns(context, inputs, problems);
	const base = baseReader(runContext, columns);
	const { list } = operation;
	const read =
		list !== undefined &&
		inputs.values('messagesFrom', 'inputItems')(inputs.items[0] ?? 0) === 'json'
			? readList(columns, list.read, base, problems, runContext.settings.text.gaps)
			: rowReader(runContext, columns, base, problems);
	const slice = new TimeSlice();
	const rows: Row[] = [];
	for (const item of inputs.items) {
		if (context.getExecutionCancelSignal()?.aborted) rows.push(unread(item));
		else rows.push(...read(item));
		if (slice.isOver) await slice.next();
	}
	// Elsewhere a wrong row holds nothing back, or the items are no sheet.
	if (operation.allOrNone && runContext.overItems !== undefined) {
		runContext.emptyRows = leaveOutEmptyEnd(rows, inputs);
	}
	const { text, numberFormat } = runContext.settings;
	const isKept = needsContents(runContext);
	const hold = onlyTest(runContext);
	for (const row of rows) {
		if (isKept) row.content = contentOf(row);
		keyByCampaign(row, numberFormat);
		warnOfEscapes(row);
		if (text.plainPunctuation) punctuate(row);
		formatNumbers(row, numberFormat);
		hold(row);
		// Last: it is another one in every execution.
		addLink(row, runContext);
	}
	if (operation.sends && numberFormat === undefined)
		runContext.lostZeros = lostZeros(recipientsOf(rows, operation));
	return knownByItem(runContext) ? rows : rows.map((row) => knownByRequest(row, runContext));
}

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
function baseReader(runContext: RunContext, columns: Columns): (item: number) => Row {
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
	const additional = additionalColumn(runContext, columns);
	const hours = hoursColumn(runContext, columns);
	return (item) => ({
		item,
		id: item,
		sheetRow: sheetRowOf(inputs.jsonOf(item)),
		dryRun: isDry(item) === true,
		resendUnknown: isResent(item) === true,
		multipart: multipart(item) === true,
		key: key(item),
		campaign: campaign(item),
		additional: additional(item),
		request: request(item),
		hours: hours(item),
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
	return (item) => (by(item) === wanted ? value(item) : undefined);
}

/** One row from each item, its fields read one by one. */
function rowReader(
	runContext: RunContext,
	columns: Columns,
	base: (item: number) => Row,
	problems: ParameterProblem[],
): (item: number) => Row[] {
	const { operation, settings } = runContext;
	const { fields, options } = operation;
	let warn: Warn = () => undefined;
	let hasGap = false;
	const warnOfGap: Warn = (words) => {
		hasGap = true;
		warn(words);
	};
	const all = [
		...fields.map((field) => {
			const { name, displayName } = field.property;
			const read = (value: unknown) => field.read(value, warn);
			const column =
				field.read.length > 1
					? columns.each(name, displayName, read)
					: columns.of(name, displayName, read);
			const gaps = field.gaps === 'asChosen' ? settings.text.gaps : (field.gaps ?? 'allow');
			const whole = columns.whole(column, name, displayName, gaps, warnOfGap);
			return [wireName(field) ?? name, whole] as const;
		}),
		...Object.values<AnyOption>(options).flatMap(({ property, read, usual }) => {
			const wire = wireName({ property });
			if (wire === undefined || read === undefined) return [];
			return [[wire, columns.option({ property, read, usual })] as const];
		}),
	];
	const schedule = scheduleColumn(runContext, columns);
	return (item) => {
		const row = base(item);
		const sent: Record<string, unknown> = {};
		warn = (words) => (row.warnings ??= []).push(words);
		hasGap = false;
		for (const [wire, valueOf] of all) sent[wire] = valueOf(item);
		const scheduled = schedule(row);
		if (scheduled !== undefined) {
			sent.scheduled = scheduled.wire;
			if (scheduled.warning !== undefined) (row.warnings ??= []).push(scheduled.warning);
		}
		row.fields = sent;
		if (hasGap || problems.some(({ isGap }) => isGap)) row.hasGap = true;
		return [problems.length === 0 ? row : wrongRow(row, problems.splice(0))];
	};
}

const wrongRow = (row: Row, problems: ParameterProblem[]): Row => ({
	...row,
	fields: undefined,
	problem: rowProblemOf(problems, nameOf(row)),
});

/** In a node run each item is a message of its own; a model that calls a tool twice may mean the same one. */
function knownByItem({ host }: RunContext): boolean {
	return host.isRunByEngine && !host.isTool;
}

function knownByRequest(row: Row, { operation }: RunContext): Row {
	if (!isWhole(row)) return row;
	return { ...row, id: JSON.stringify([operation.endpoint.path, bodyOf([row], operation)]) };
}

/** Whether an expression gives them; else they are read once for all rows. */
function requestOptionsVary(given: unknown): boolean {
	return /"=/.test(JSON.stringify(given ?? {}));
}
