import { hostOf, type Context } from '../../host/host';
import { shownIn, VALUES, type Group } from '../../options/group';
import type { Option } from '../../options/option';
import { OPTIONS } from '../../options/options';
import type { Gaps } from '../../options/text';
import { problemOfGaps, said } from '../../text/gaps';
import { emptyProblem, isBlank } from '../../values/inputProblem';
import { type ParameterProblem, problemOf } from '../row/result';
import type { Inputs } from './inputs';
import { rawValue } from './parameterValues';

/** What is found out about a row, or the run, while it is read. */
export interface Notes {
	problems: ParameterProblem[];
	/** Said in its output, should it be sent. */
	warnings: string[];
}

/** A parameter's checked value for an item; undefined where something is wrong with it, which the notes then say. */
export type Column<T> = (item: number, notes: Notes) => T | undefined;

/**
 * A parameter over all items, by its shown name. A value that neighbouring items share, such as the source, is read once,
 * unless it may be warned of; a gap in one that is put together makes a wrong row, or is warned of, as `gaps` says.
 */
export function column<T>(
	inputs: Inputs,
	parameter: string,
	shown: string,
	read: (value: unknown, warn: (words: string) => unknown) => T,
	{
		fallback,
		mayWarn,
		gaps = 'allow',
	}: { fallback?: unknown; mayWarn?: boolean | undefined; gaps?: Gaps } = {},
): Column<T> {
	const valueOf = inputs.values(parameter, fallback);
	const gapsIn = gaps === 'allow' ? undefined : inputs.gaps(parameter);
	let last: unknown = inputs;
	let known: T;
	return (item, notes) => {
		try {
			const value = valueOf(item);
			if (mayWarn === true || !Object.is(last, value)) {
				known = read(value, (words) => notes.warnings.push(words));
				last = value;
			}
			const found = gapsIn?.(item, known) ?? [];
			if (found.length === 0) return known;
			if (gaps === 'refuse' || found.some(({ isTemplate }) => isTemplate))
				throw problemOfGaps(found, inputs.jsonOf(item));
			notes.warnings.push(`'${shown}' has a gap: ${said(found)}`);
			return known;
		} catch (error) {
			notes.problems.push(problemOf(shown, error));
			return undefined;
		}
	};
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

/** An option that a row may have of its own: what holds without it where it was not added. */
export function optionColumn<T>(
	{ context, inputs }: { context: Context; inputs: Inputs },
	place: OptionPath,
	option: Option<T>,
	gaps: Gaps = 'allow',
): Column<T> {
	const { path, shown } = placeOf(place, option);
	const raw = givenOption(context, path);
	if (raw === undefined && place.length === 1) return () => option.usual;
	const read = readerOf(raw, option);
	const own = { fallback: option.property.default, gaps };
	return column(inputs, `options.${path}`, shown, (value) => read(value, ''), own);
}
