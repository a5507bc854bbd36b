import type { Context } from '../../host/host';
import { shownIn, VALUES, type Group, type Option, type Read } from '../../options/option';
import { problemOfGaps, said } from '../../text/gaps';
import type { Gaps } from '../../options/text';
import { problemOf } from '../row/problem';
import { givenOption, givenValue, readerOf } from './given';
import type { Inputs } from './inputs';
import type { Notes } from './notes';

/** A parameter's checked value for an item; undefined where something is wrong with it, which the notes then say. */
export type Column<T> = (item: number, notes: Notes) => T | undefined;

/** Reads parameters over all items. */
export class Columns {
	private readonly context: Context;

	private readonly inputs: Inputs;

	constructor(context: Context, inputs: Inputs) {
		this.context = context;
		this.inputs = inputs;
	}

	/** A value that neighbouring items share, such as the source, is read once. */
	of<T>(
		parameter: string,
		shown: string,
		read: (value: unknown) => T,
		fallback?: unknown,
	): Column<T> {
		let last: { value: unknown; result: T } | undefined;
		return this.each(
			parameter,
			shown,
			(value) => {
				if (last === undefined || !Object.is(last.value, value)) {
					last = { value, result: read(value) };
				}
				return last.result;
			},
			fallback,
		);
	}

	/** A value that is read anew for each item, and may be warned of. */
	each<T>(
		parameter: string,
		shown: string,
		read: (value: unknown, warn: (words: string) => unknown) => T,
		fallback?: unknown,
	): Column<T> {
		const values = this.inputs.values(parameter, fallback);
		return (item, notes) =>
			checked(shown, notes, () => read(values(item), (words) => notes.warnings.push(words)));
	}

	/** A column of a value that may be put together: a gap in it makes a wrong row, or is warned of, as `gaps` says. */
	withoutGaps<T>(column: Column<T>, parameter: string, shown: string, gaps: Gaps): Column<T> {
		const gapsIn = gaps === 'allow' ? undefined : this.inputs.gaps(parameter);
		if (gapsIn === undefined) return column;
		return (item, notes) => {
			const value = column(item, notes);
			const found = value === undefined ? [] : gapsIn(item, value);
			if (found.length === 0) return value;
			if (gaps === 'warn' && !found.some(({ isTemplate }) => isTemplate)) {
				notes.warnings.push(`'${shown}' has a gap: ${said(found)}`);
				return value;
			}
			const problem = problemOfGaps(found, this.inputs.jsonOf(item));
			notes.problems.push(problemOf(shown, problem));
			return undefined;
		};
	}

	/** An option that a row may have of its own; what holds without it where the operation has it and it was not added. */
	option<T>(option: Option<T> | undefined): Column<T> {
		if (option === undefined) return () => undefined;
		const { name, displayName } = option.property;
		const given = givenOption(this.context, name);
		if (given === undefined) return () => option.usual;
		return this.of(`options.${name}`, displayName, readerOf(given, option));
	}

	/** A value of a group that was added, which a row may have of its own; where it is not there, its default. */
	value<G extends Group, Name extends keyof G['values'] & string>(
		group: G,
		name: Name,
	): Column<Read<G>[Name]> {
		const option = group.values[name] as Option<Read<G>[Name]>;
		const path = `options.${group.property.name}.${VALUES}.${name}`;
		const given = givenValue(this.context, group.property.name, name);
		const read = readerOf(given, option);
		return this.of(path, shownIn(group, option), read, option.property.default);
	}
}

/** What `read` gives; what it throws is a problem of the row under the parameter's shown name. */
export function checked<T>(shown: string, { problems }: Notes, read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		problems.push(problemOf(shown, error));
		return undefined;
	}
}
