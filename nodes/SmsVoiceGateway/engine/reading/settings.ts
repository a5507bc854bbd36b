import { hostOf, type Context } from '../../host/host';
import { isBlank } from '../../values/blank';
import { quote } from '../../values/inputProblem';
import { readButtons, readResponseType } from '../../fields/question';
import { END_OF_DAY } from '../../time/hours';
import { readWaitLimit } from '../../time/waitLimit';
import { limits } from '../../options/limits';
import { numberFormat } from '../../options/numberFormat';
import { offers, shownIn, VALUES, type Group, type Read } from '../../options/option';
import type { AnyOption } from '../../options/options';
import { sendOnce } from '../../options/sendOnce';
import { ONE_EACH } from '../../options/speed';
import { NO_TEXT } from '../../options/text';
import { time } from '../../options/time';
import { waitUntilFinal } from '../../options/waitUntilFinal';
import { readRequestOptions } from '../../wire/readRequestOptions';
import { isRowTaken } from '../keys/lockRow';
import type { ParameterProblem } from '../row/problem';
import { Columns, type Column } from './columns';
import { givenOption } from './given';
import type { Inputs } from './inputs';
import { noNotes } from './notes';
import type { Operation } from '../operation';

/** Of 'Send Once' a row has the rest of its own. */
const ONCE = { ...sendOnce, values: { hours: sendOnce.values.hours } };

/** Of 'Time' only the hours are the run's: a row has a time and a time zone of its own. */
const HOURS = { ...time, values: { from: time.values.from, to: time.values.to } };

/**
 * Reads the options that hold for all rows of a try, by its first item, or its only one; of an option that was not added,
 * what holds without it. Whatever is wrong with one is among `problems`.
 */
export function readSettings(
	context: Context,
	operation: Operation,
	inputs: Inputs,
	isOneByOne: boolean,
) {
	const { options, asks } = operation;
	const problems = leftEmpty(context, options);
	const notes = { ...noNotes(), problems };
	const columns = new Columns(context, inputs);
	/** What the first item has in a column; what holds without it where that is wrong. */
	const first = <T>(column: Column<T>, usual: T): T => column(0, notes) ?? usual;
	const isGiven = (option: AnyOption | undefined) => {
		if (option === undefined) return false;
		const given = givenOption(context, option.property.name) as { [VALUES]?: unknown } | undefined;
		return given?.[VALUES] !== undefined;
	};
	const group = <G extends Group>(own: G | undefined, whole: G): Read<G> => {
		const values = Object.entries(whole.values).map(([name, option]) => {
			const { usual } = own?.values[name] ?? option;
			const isOffered = own !== undefined && isGiven(own) && offers(own, name);
			return [name, isOffered ? first(columns.value<Group, string>(own, name), usual) : usual];
		});
		return Object.fromEntries(values) as Read<G>;
	};
	const asksForText =
		asks === true &&
		columns.of('responseType', 'Response Type', readResponseType, 'approval')(0, notes) ===
			'freeText';
	const own = {
		invalidRows: first(columns.option(options.invalidRows), undefined),
		limits: group(options.limits, limits),
		/** Undefined where numbers leave as they were given. */
		numberFormat: isGiven(options.numberFormat)
			? group(options.numberFormat, numberFormat)
			: undefined,
		/** After how many hours a key is forgotten. */
		once: group<typeof ONCE>(options.sendOnce, ONCE),
		/** The hours of the day in which messages may go. */
		hours: group<typeof HOURS>(options.time, HOURS),
		speed: group(options.speed, ONE_EACH),
		text: group(options.text, NO_TEXT),
		/** Undefined where each id is asked for once. */
		untilFinal: isGiven(options.waitUntilFinal)
			? group(options.waitUntilFinal, waitUntilFinal)
			: undefined,
		/** What a person is asked may be answered with one of these; undefined where it is with a text. */
		buttons:
			asks !== true || asksForText
				? undefined
				: first(columns.of('approvalOptions', 'Approval Options', readButtons, {}), ['Approve']),
		/** When nobody answers any more; undefined where the run waits without end. */
		waitLimit: isGiven(options.limitWaitTime)
			? first(
					columns.of(`options.limitWaitTime.${VALUES}`, 'Limit Wait Time', (values) =>
						readWaitLimit(values, context.getTimezone(), Date.now()),
					),
					undefined,
				)
			: undefined,
		request: first(columns.of('requestOptions', 'Request Options', readRequestOptions, {}), {}),
	};
	const ofList = keyOfList(context, operation);
	const { from, to } = own.hours;
	const isAny = from !== undefined || to !== undefined;
	if (isAny && (from ?? 0) === (to ?? END_OF_DAY)) {
		problems.push({
			parameter: shownIn(time, time.values.to),
			says: "is the same as 'From'",
			advice: 'Choose a later time, or leave both empty to send at any hour.',
		});
	}
	problems.push(
		...(ofList.length > 0 ? ofList : keyOfAll(context, inputs)),
		...overExecutions(context, own.limits.maxPerNumber > 0, isOneByOne),
	);
	return { ...own, problems };
}

/** What was added and left empty would do nothing, silently. */
function leftEmpty(context: Context, options: Operation['options']): ParameterProblem[] {
	return Object.values<AnyOption>(options)
		.filter((option) => {
			const { name, type } = option.property;
			const given = givenOption(context, name);
			if (type !== 'fixedCollection' || typeof given !== 'object' || given === null) return false;
			const [values, ...more] = Object.values(given).flat() as Array<Record<string, unknown>>;
			if (values === undefined) return true;
			const { needs = [] } = option;
			return more.length === 0 && needs.length > 0 && !needs.some((need) => Boolean(values[need]));
		})
		.map(({ property }) => ({
			parameter: property.displayName,
			says: 'was added and left empty',
			advice: 'Fill it in, or remove the option.',
		}));
}

/** 'Send Once' as the user has put it down, expressions as such. */
export function givenKeys(context: Context): { by?: unknown; key?: unknown } | undefined {
	const given = givenOption(context, sendOnce.property.name) as
		{ values?: { by?: unknown; key?: unknown } } | undefined;
	return given?.values;
}

/** A key that is written out and no expression would make all rows but one duplicates. */
function keyOfAll(context: Context, { items }: Inputs): ParameterProblem[] {
	const { by, key } = givenKeys(context) ?? {};
	// One that is empty, or that n8n should have evaluated, is refused for what it is.
	if (by !== 'key' || isBlank(key) || /^=|\{\{/.test(String(key)) || items.length < 2) return [];
	return [
		{
			parameter: shownIn(sendOnce, sendOnce.values.key),
			says: `is ${quote(key)} for every item`,
			advice: 'Use an expression that differs by row, such as {{ $json.orderNumber }}.',
		},
	];
}

/** An array has no value that differs by message. */
function keyOfList(context: Context, { list }: Operation): ParameterProblem[] {
	const { by } = givenKeys(context) ?? {};
	const isList = list !== undefined && hostOf(context).node.parameters.messagesFrom === 'json';
	if (!isList || by !== 'key') return [];
	return [
		{
			parameter: shownIn(sendOnce, sendOnce.values.by),
			says: "can't be Key where 'Messages From' is JSON",
			advice: 'Choose Campaign.',
		},
	];
}

/** What is kept over executions can't be kept everywhere. */
function overExecutions(
	context: Context,
	isLimited: boolean,
	isOneByOne: boolean,
): ParameterProblem[] {
	const limit = shownIn(limits, limits.values.maxPerNumber);
	const once = sendOnce.property.displayName;
	const [given] = [
		...(givenKeys(context) === undefined ? [] : [once]),
		...(isLimited ? [limit] : []),
	];
	if (given === undefined) return [];
	if (isOneByOne) {
		return [
			{
				parameter: given,
				says: "can't be kept where n8n runs the node for one item at a time",
				advice:
					"Run the node in a workflow's main flow, or by an AI Agent of version 3 or later ('Execute step' of a tool is neither); or remove it.",
			},
		];
	}
	// It needs a lock where n8n's Remove Duplicates keeps its entries.
	if (!isRowTaken(context)) return [];
	return [
		{
			parameter: given,
			says: "can't be kept beside a 'Remove Duplicates' node with the scope 'Workflow'",
			advice: "Set the 'Scope' of that node to 'Node', or send in a workflow of its own.",
		},
	];
}
