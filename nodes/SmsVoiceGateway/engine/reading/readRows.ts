import { readBodyFormat } from '../../fields/bodyFormat';
import { wireName } from '../../fields/field';
import type { About, Field } from '../../fields/field';
import { InputProblem } from '../../lib/inputProblem';
import { readUniqueKey } from '../../lib/uniqueKey';
import { readRequestOptions } from '../../wire/requestOptions';
import type { RequestOptions } from '../../wire/requestOptions';
import type { Attempt } from '../attempt';
import { TimeSlice } from './timeSlice';
import { keyByCampaign } from './campaign';
import { addLink } from '../asking/addLink';
import { additionalColumn } from './additionalFields';
import { bodyOf } from '../delivery/body';
import { isRunByEngine, isTool, nodeOf } from '../caller';
import { Columns } from './columns';
import type { Column } from './columns';
import { contentOf } from '../row/content';
import { needsContents } from '../retryMemory';
import { rowProblemOf } from '../row/problem';
import { formatNumbers } from './formatNumbers';
import type { ParameterProblem } from '../row/problem';
import { givenOption } from './given';
import { hasOption } from '../operation';
import { punctuate } from './punctuate';
import { warnOfEscapes } from './warnOfEscapes';
import { readList } from './readList';
import { isWhole } from '../row/row';
import type { Row } from '../row/row';

/** Reads the rows of the input items and checks them. Nothing is sent, and nothing is thrown. */
export async function readRows(attempt: Attempt): Promise<Row[]> {
	const { context, inputs, operation } = attempt;
	const problems: ParameterProblem[] = [];
	const columns = new Columns(inputs, problems);
	const base = baseReader(attempt, columns);
	const { list } = operation;
	const read =
		list !== undefined &&
		inputs.values('messagesFrom', 'inputItems')(inputs.items[0] ?? 0) === 'json'
			? readList(columns, list.read, base, problems)
			: rowReader(attempt, columns, base, problems);
	const slice = new TimeSlice();
	const rows: Row[] = [];
	for (const item of inputs.items) {
		if (context.getExecutionCancelSignal()?.aborted) rows.push(unread(item));
		else rows.push(...read(item));
		if (slice.isOver) await slice.next();
	}
	const { plainPunctuation, numberFormat } = attempt.settings;
	const isKept = needsContents(attempt);
	for (const row of rows) {
		if (isKept) row.content = contentOf(row);
		keyByCampaign(row, numberFormat);
		warnOfEscapes(row);
		if (plainPunctuation) punctuate(row);
		formatNumbers(row, numberFormat);
		// Last: it is another one in every execution.
		addLink(row, attempt);
	}
	return knownByItem(attempt) ? rows : rows.map((row) => knownByRequest(row, attempt));
}

/** What every row has, whatever its fields. */
function baseReader(attempt: Attempt, columns: Columns): (item: number) => Row {
	const { context, operation } = attempt;
	const none = () => undefined;
	const dryRun = hasOption(operation, 'dryRun') ? columns.switch('dryRun', 'Dry Run') : none;
	const resendUnknown = hasOption(operation, 'resendUnknown')
		? columns.switch('resendUnknown', 'Resend Unknown')
		: none;
	const multipart = hasOption(operation, 'bodyFormat')
		? columns.of('options.bodyFormat', 'Body Format', readBodyFormat, 'json')
		: none;
	const request = requestOptionsVary(nodeOf(context).parameters.requestOptions)
		? columns.of('requestOptions', 'Request Options', (value) =>
				readRequestOptions(value as RequestOptions),
			)
		: none;
	const key = keyColumn(attempt, columns, 'uniqueKey', 'Unique Key');
	const campaign = keyColumn(attempt, columns, 'campaign', 'Campaign');
	const additional = additionalColumn(attempt, columns);
	return (item) => ({
		item,
		id: item,
		dryRun: dryRun(item) === true,
		resendUnknown: resendUnknown(item) === true,
		multipart: multipart(item) === true,
		key: key(item),
		campaign: campaign(item),
		additional: additional(item),
		request: request(item),
	});
}

function keyColumn(
	{ context, operation, overItems }: Attempt,
	columns: Columns,
	name: string,
	shown: string,
): Column<string> {
	const given = hasOption(operation, name) ? givenOption(context, name) : undefined;
	if (given === undefined) return () => undefined;
	return columns.of(`options.${name}`, shown, (value) => {
		if (overItems !== undefined) return readUniqueKey(value);
		throw new InputProblem(
			"can't be kept where n8n runs the node for one item at a time",
			"Remove it, or run the node in a workflow's main flow.",
		);
	});
}

/** One row from each item, its fields read one by one. */
function rowReader(
	{ context, operation }: Attempt,
	columns: Columns,
	base: (item: number) => Row,
	problems: ParameterProblem[],
): (item: number) => Row[] {
	const { fields, optionFields = [] } = operation;
	let about: About = { read: {}, timeZone: '', warn: () => undefined };
	const column = (field: Field, parameter: string) => {
		const { displayName } = field.property;
		// A reader that looks at the rest of its item gives another result for the same value.
		return field.read.length > 1
			? columns.each(parameter, displayName, (value) => field.read(value, about))
			: columns.of(parameter, displayName, (value) => field.read(value, about));
	};
	const all = [
		...fields.map((field) => ({ field, column: column(field, field.property.name) })),
		...optionFields
			.filter(({ property }) => givenOption(context, property.name) !== undefined)
			.map((field) => ({ field, column: column(field, `options.${field.property.name}`) })),
	].map(({ field, column: valueOf }) => ({
		name: field.property.name,
		wire: wireName(field),
		valueOf,
	}));
	const looksAround = [...fields, ...optionFields].some(({ read }) => read.length > 1);
	const timeZone = looksAround ? context.getTimezone() : '';
	return (item) => {
		const row = base(item);
		const checked: Record<string, unknown> = {};
		const sent: Record<string, unknown> = {};
		if (looksAround) {
			const warn = (words: string) => (row.warnings ??= []).push(words);
			about = { read: checked, timeZone, warn };
		}
		for (const { name, wire, valueOf } of all) {
			const value = valueOf(item);
			if (wire === undefined) checked[name] = value;
			else sent[wire] = value;
		}
		row.fields = sent;
		return [problems.length === 0 ? row : wrongRow(row, problems.splice(0))];
	};
}

/** A row of a run that was stopped meanwhile: it is reported, and not sent. */
const unread = (item: number): Row => ({
	item,
	id: item,
	multipart: false,
	dryRun: false,
	resendUnknown: false,
});

const wrongRow = (row: Row, problems: ParameterProblem[]): Row => ({
	...row,
	fields: undefined,
	problem: rowProblemOf(problems, `item ${row.item}`),
});

/** In a node run each item is a message of its own; a model that calls a tool twice may mean the same one. */
function knownByItem({ context }: Attempt): boolean {
	return isRunByEngine(context) && !isTool(context);
}

function knownByRequest(row: Row, { operation }: Attempt): Row {
	if (!isWhole(row)) return row;
	return { ...row, id: JSON.stringify([operation.endpoint.path, bodyOf([row], operation)]) };
}

/** Whether an expression gives them; else they are read once for all rows. */
function requestOptionsVary(given: unknown): boolean {
	return /"=/.test(JSON.stringify(given ?? {}));
}
