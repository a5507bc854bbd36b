import { hostOf, isOneByOne, type Context } from '../host/host';
import type { NumberFormat } from '../numbers/phoneNumbers';
import { readButtons, readResponseType } from '../fields/question';
import { isLeftEmpty, shownIn, VALUES, type Group, type ValueOf } from '../options/group';
import type { Option } from '../options/option';
import { OPTIONS, type Options } from '../options/options';
import { END_OF_DAY, type Hours } from '../time/clock';
import { emptyProblem, InputProblem, isBlank, within } from '../values/inputProblem';
import { readRequestOptions } from '../fields/requestOptions';
import { isRowOfOthers } from '../keys/n8nRows';
import type { Operation } from '../row/operation';
import { type ParameterProblem, problemOf } from '../row/result';
import type { Inputs } from './inputs';
import { rawValue } from './template';

/**
 * Reads all that holds for the run, and is the same for all items: the options, of one that was not added what holds without it,
 * and how requests leave and a question is answered. `usualFormat` is the credential's *Number Format*. Whatever is wrong is
 * among `problems`.
 */
export function readSettings(
	context: Context,
	operation: Operation,
	inputs: Inputs,
	usualFormat: NumberFormat | undefined,
) {
	const { parameters } = hostOf(context).node;
	const zone = context.getTimezone();
	const problems: ParameterProblem[] = [];
	const untried: string[] = [];
	const wrong = (shown: string, problem: unknown) => problems.push(problemOf(shown, problem));
	/** A parameter of the run; undefined where something is wrong with it. */
	const first = <T>(
		name: string,
		shown: string,
		reader: (value: unknown) => T,
		fallback?: unknown,
	): T | undefined => {
		try {
			const { valueFor } = inputs.template(name, fallback);
			const [item = 0] = inputs.items;
			const value = reader(valueFor(item));
			if (OF_ITEM.test(JSON.stringify(rawValue(parameters, name) ?? '')))
				refuseOther(value, inputs.items, (other) => reader(valueFor(other)));
			return value;
		} catch (error) {
			wrong(shown, error);
			return undefined;
		}
	};
	const read = (place: OptionPath, option: Option): unknown => {
		const { path, shown } = placeOf(place, option);
		const reader = readerOf(givenOption(context, path), option);
		const name = `options.${path}`;
		return (
			first(name, shown, (value) => reader(value, zone), option.property.default) ??
			option.whenAbsent
		);
	};
	const readGroup = (name: keyof Options, group: Group, raw: object) => {
		const before = problems.length;
		const values = Object.entries(group.values).map(([key, option]) => [
			key,
			option.byRow ? option.whenAbsent : read([name, key], option),
		]);
		const own = Object.fromEntries(values) as Record<string, unknown>;
		if (problems.length > before) return own;
		const misfit = group.check(own, {
			raw: { ...raw },
			items: inputs.items.length,
			notKept: (inStore) => notKept(context, inStore),
		});
		if (misfit === undefined) return own;
		const { shown } = placeOf([name, misfit.value], group);
		if (misfit.problem === ONE_BY_ONE && hostOf(context).isTried) untried.push(`'${shown}'`);
		else wrong(shown, misfit.problem);
		return own;
	};
	const all = Object.entries<Option | Group>(OPTIONS).map(([key, whole]) => {
		const name = key as keyof Options;
		const own = operation.options[name] ?? whole;
		const raw = operation.options[name] && givenOption(context, name);
		const isEmpty = isLeftEmpty(raw, 'needs' in own ? own.needs : []);
		if (isEmpty) wrong(own.property.displayName, LEFT_EMPTY);
		const isAdded = raw !== undefined && !isEmpty;
		if (!('values' in own))
			return [name, isAdded && own.byRow !== true ? read([name], own) : own.whenAbsent];
		const { values = {} } = (raw ?? {}) as { values?: object };
		// An operation may have only some values of a group.
		if (isAdded)
			return [name, { ...(whole.whenAbsent as object), ...readGroup(name, own, values) }];
		return [name, own.whenAbsent && { ...(whole.whenAbsent as object), ...own.whenAbsent }];
	});
	const { time, ...options } = Object.fromEntries(all) as {
		[Name in keyof typeof OPTIONS]: ValueOf<(typeof OPTIONS)[Name]>;
	};
	const { from, to, timeZone: own } = time;
	const timeZone = own || zone;
	const isAny = from === undefined && to === undefined;
	const hours: Hours = { from: from ?? 0, to: to ?? END_OF_DAY, timeZone };
	const responseType =
		operation.asks && first('responseType', 'Response Type', readResponseType, 'approval');
	return {
		...options,
		/** How numbers are written, where not the node but its credential says it too. */
		numberFormat: options.numberFormat ?? usualFormat,
		/** In which times are meant that name none. */
		timeZone,
		/** The hours of the day in which messages may go; undefined where they may at any. */
		hours: isAny ? undefined : hours,
		/** What a person is asked may be answered with one of these; undefined where it is with a text. */
		buttons:
			operation.asks && responseType !== 'freeText'
				? (first('approvalOptions', 'Buttons', readButtons, {}) ?? ['Approve'])
				: undefined,
		request: first('requestOptions', 'Request Options', readRequestOptions, {}) ?? {},
		/** What can't be kept where a tool is tried by itself, as it is shown: nothing is sent then. */
		untried,
		problems,
	};
}

const LEFT_EMPTY = new InputProblem(
	'was added and left empty',
	'Fill it in, or remove the option.',
);

/** What in an expression may have another value for another item; `$input.first()` has not, and n8n takes long for each. */
const OF_ITEM = /\$(?:json|binary|data|item|position|thisItem|node)|\.\s*(?:item|pairedItem)\b/;

/** Throws InputProblem where an item has another value than the first one, as both are read. */
function refuseOther(
	value: unknown,
	[first = 0, ...others]: readonly number[],
	read: (item: number) => unknown,
): void {
	const written = JSON.stringify(value);
	for (const item of others) {
		const other = within(`of item ${item}`, () => read(item));
		if (JSON.stringify(other) === written) continue;
		throw new InputProblem(
			`is another one for item ${item} than for item ${first}`,
			'It holds for the whole run: give it one value, and send the rows that need another by a node of their own.',
		);
	}
}

const ONE_BY_ONE = new InputProblem(
	"can't be kept where n8n runs the node for one item at a time",
	"Run the node in a workflow's main flow, or by an AI Agent of version 3 or later; or remove it.",
);

/** Why nothing can be kept over executions; undefined where it can. */
function notKept(context: Context, inStore: boolean): InputProblem | undefined {
	if (isOneByOne(context)) return ONE_BY_ONE;
	// It needs a lock where n8n's Remove Duplicates keeps its entries.
	if (!inStore || !isRowOfOthers(context)) return undefined;
	return new InputProblem(
		"can't be kept beside a 'Remove Duplicates' node with the scope 'Workflow'",
		"Set the 'Scope' of that node to 'Node', or send in a workflow of its own.",
	);
}

/** An option as the user has put it down, expression or not; undefined where it was not added. */
export const givenOption = (context: Context, name: string): unknown =>
	rawValue(hostOf(context).node.parameters, `options.${name}`);

/** The name of an option and, of a group, that of one of its values. */
type OptionPath = readonly [name: keyof typeof OPTIONS, value?: string | undefined];

/** Where n8n keeps an option, and how it is shown. */
export function placeOf([name, value]: OptionPath, { property }: Pick<Option, 'property'>) {
	if (value === undefined) return { path: name, shown: property.displayName };
	const group = OPTIONS[name] as Group;
	return {
		path: `${name}.${VALUES}.${value}`,
		shown: shownIn(group, group.values[value] ?? group),
	};
}

/** How an option is read that was put down as `raw`: its expression has to give something where it keeps messages back. */
export function readerOf<T>(raw: unknown, { read, keepsBack }: Option<T>): Option<T>['read'] {
	if (keepsBack !== true || typeof raw !== 'string' || !raw.startsWith('=')) return read;
	return (value, timeZone) => {
		if (!isBlank(value)) return read(value, timeZone);
		throw emptyProblem(
			'Its expression gives nothing. Check the name of the column, or say what holds then, for example {{ $json.test || false }}.',
		);
	};
}
