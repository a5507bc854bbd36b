import { readSwitch } from '../../lib/switch';
import { problemOf } from '../row/problem';
import type { ParameterProblem } from '../row/problem';
import type { Inputs } from './inputs';

/** A parameter's checked value for an item; undefined where something is wrong with it. */
export type Column<T> = (item: number) => T | undefined;

/** Reads parameters over all items. What is wrong with an item's values is added to `problems`. */
export class Columns {
	private readonly inputs: Inputs;

	private readonly problems: ParameterProblem[];

	constructor(inputs: Inputs, problems: ParameterProblem[]) {
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

	/** What `read` gives; what it throws is a problem of the item under the parameter's shown name. */
	checked<T>(shown: string, read: () => T): T | undefined {
		try {
			return read();
		} catch (error) {
			this.problems.push(problemOf(shown, error));
			return undefined;
		}
	}

	/** An option that a row may have of its own, off unless it was added. */
	switch(name: string, shown: string): (item: number) => boolean {
		const column = this.of(`options.${name}`, shown, readSwitch, false);
		return (item) => column(item) === true;
	}
}
