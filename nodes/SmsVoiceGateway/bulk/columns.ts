import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Problem } from '../request/draft';
import { readSwitch } from '../lib/switch';
import { problemOf } from '../request/reading';
import { valuesOf } from './values';

/** A parameter's checked value for an item; undefined where something is wrong with it. */
export type Column<T> = (item: number) => T | undefined;

/** Reads parameters over all items. What is wrong with an item's values is added to `problems`. */
export class Columns {
	private readonly context: IExecuteFunctions;

	private readonly items: readonly INodeExecutionData[];

	private readonly problems: Problem[];

	constructor(context: IExecuteFunctions, problems: Problem[]) {
		this.context = context;
		this.items = context.getInputData();
		this.problems = problems;
	}

	/** A value that neighbouring items share, such as the source, is read once. */
	of<T>(
		parameter: string,
		shown: string,
		read: (value: unknown) => T,
		fallback?: unknown,
	): Column<T> {
		const values = valuesOf(this.context, this.items, parameter, fallback);
		let last: { value: unknown; result: T } | undefined;
		return (item) => {
			try {
				const value = values(item);
				if (last === undefined || !Object.is(last.value, value)) {
					last = { value, result: read(value) };
				}
				return last.result;
			} catch (error) {
				this.problems.push(problemOf(shown, error));
				return undefined;
			}
		};
	}

	/** An option that a row may have of its own. */
	switch(name: string, shown: string): Column<boolean> {
		return this.of(`options.${name}`, shown, readSwitch, false);
	}
}
