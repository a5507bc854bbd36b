import type { Context } from '../../host/host';
import { shownIn, VALUES } from '../../options/option';
import type { Group, Option, Read } from '../../options/option';
import { problemOfGaps, said } from '../../text/gaps';
import type { Gaps } from '../../options/text';
import { problemOf } from '../row/problem';
import type { ParameterProblem } from '../row/problem';
import { givenOption, givenValue, readerOf } from './given';
import type { Inputs } from './inputs';

/** A parameter's checked value for an item; undefined where something is wrong with it. */
export type Column<T> = (item: number) => T | undefined;

/** Reads parameters over all items. What is wrong with an item's values is added to `problems`. */
export class Columns {
	private readonly context: Context;

	private readonly inputs: Inputs;

	private readonly problems: ParameterProblem[];

	constructor(context: Context, inputs: Inputs, problems: ParameterProblem[]) {
		this.context = context;
		this.inputs = inputs;
		this.problems = problems;
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

	/** A value that is read anew for each item. */
	each<T>(
		parameter: string,
		shown: string,
		read: (value: unknown) => T,
		fallback?: unknown,
	): Column<T> {
		const values = this.inputs.values(parameter, fallback);
		return (item) => this.checked(shown, () => read(values(item)));
	}

	/**
	 * A column of a value that may be put together, where a gap in it makes a wrong row, or is told to `warn`, as `gaps` says.
	 */
	whole<T>(
		column: Column<T>,
		parameter: string,
		shown: string,
		gaps: Gaps,
		warn: (words: string) => unknown = () => undefined,
	): Column<T> {
		const gapsIn = gaps === 'allow' ? undefined : this.inputs.gaps(parameter);
		if (gapsIn === undefined) return column;
		return (item) => {
			const value = column(item);
			const found = value === undefined ? [] : gapsIn(item, value);
			if (found.length === 0) return value;
			if (gaps === 'warn') {
				warn(`'${shown}' has a gap: ${said(found)}`);
				return value;
			}
			const problem = problemOfGaps(found, this.inputs.jsonOf(item));
			this.problems.push({ ...problemOf(shown, problem), isGap: true });
			return undefined;
		};
	}

	/** What `read` gives; what it throws is a problem of the item under the parameter's shown name. */
	checked<T>(shown: string, read: () => T): T | undefined {
		try {
			return read();
		} catch (error) {
			this.problems.push(problemOf(shown, error));
			return undefined;
		}
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
