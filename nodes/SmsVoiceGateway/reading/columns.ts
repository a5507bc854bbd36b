import { hostOf, type Context } from '../host/host';
import { shownIn, VALUES, type Group } from '../options/group';
import type { Option } from '../options/option';
import { OPTIONS } from '../options/options';
import type { Gaps } from '../options/text';
import { emptyProblem, isBlank } from '../values/inputProblem';
import { type ParameterProblem, problemOf } from '../row/result';
import type { Operation } from '../row/operation';
import { type Gap, gapFinder, inWords, isNothingThere, problemOfGaps } from './gaps';
import type { Inputs } from './inputs';
import { rawValue, type Template } from './template';

/** What is found out about a row, or the run, while it is read. */
export interface Notes {
	problems: ParameterProblem[];
	/** Said in its output, should it be sent. */
	warnings: string[];
	/** Whether one of these is of a gap. */
	hasGap: boolean;
}

/** A parameter's checked value for an item; undefined where something is wrong with it, which the notes then say. */
export type Column<T> = (item: number, notes: Notes) => T | undefined;

/** How a parameter is read: by its shown name, its reader, which throws InputProblem, and what a gap in it means. */
interface Reader<T> {
	shown: string;
	read: (value: unknown, warn: (words: string) => unknown) => T;
	/** Whether the reader may warn: then a value that neighbouring items share is read for each of them. */
	mayWarn?: boolean | undefined;
	/** What a gap means, `allow` where it may be there. */
	gaps?: Gaps;
	/** Whether nobody reads it, as a key. */
	isKey?: boolean;
}

/** Stands where nothing was read yet. */
const NOTHING = Symbol('nothing');

/**
 * A parameter over all items. A value that neighbouring items share, such as the source, is read once; a gap in one that is
 * put together makes a wrong row, or is warned of. Where none of the columns that it names is there, the row is wrong.
 */
export function column<T>(
	template: Template,
	jsonOf: (item: number) => object,
	{ shown, read, mayWarn = false, gaps = 'allow', isKey = false }: Reader<T>,
): Column<T> {
	const gapsIn =
		gaps === 'allow' || template.pieces.length === 0 ? undefined : gapFinder(template, isKey);
	let last: unknown = NOTHING;
	let known: T;
	const readOnce = (value: unknown, notes: Notes): T => {
		if (mayWarn || !Object.is(last, value)) {
			known = read(value, (words) => notes.warnings.push(words));
			last = value;
		}
		return known;
	};
	return (item, notes) => {
		try {
			if (gapsIn === undefined) return readOnce(template.valueFor(item), notes);
			const reading = template.readFor(item);
			const value = readOnce(reading.value, notes);
			const found = gapsIn(reading, jsonOf(item));
			if (found.length > 0) noteGaps(found, item, notes);
			return value;
		} catch (error) {
			notes.problems.push(problemOf(shown, error));
			return undefined;
		}
	};

	/** Warns of gaps, or throws what is wrong with them. */
	function noteGaps(found: readonly Gap[], item: number, notes: Notes): void {
		const json = jsonOf(item);
		const isWrong = gaps === 'refuse' || found.some(({ isTemplate }) => isTemplate);
		if (isWrong || isNothingThere(template, found, json)) throw problemOfGaps(found, json);
		notes.warnings.push(`'${shown}' has a gap: ${inWords(found)}`);
		notes.hasGap = true;
	}
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

/** An option that a row may have of its own: what holds without it where it was not added, or the operation has none. */
export function optionColumn<T>(
	{ context, inputs, operation }: { context: Context; inputs: Inputs; operation: Operation },
	place: OptionPath,
	option: Option<T>,
	gaps: Gaps = 'allow',
): Column<T> {
	const { path, shown } = placeOf(place, option);
	const raw = givenOption(context, path);
	const isAdded = raw !== undefined || place.length > 1;
	if (!isAdded || operation.options[place[0]] === undefined) return () => option.usual;
	const reader = readerOf(raw, option);
	const template = inputs.template(`options.${path}`, option.property.default);
	const read = (value: unknown) => reader(value, '');
	return column(template, inputs.jsonOf, { shown, read, gaps, isKey: true });
}
