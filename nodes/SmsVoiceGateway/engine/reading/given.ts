import type { INodeParameters } from 'n8n-workflow';

import { hostOf, type Context } from '../../host/host';
import { isBlank } from '../../values/blank';
import { emptyProblem } from '../../values/inputProblem';
import { VALUES, type Option } from '../../options/option';

/** An option as the user has put it down, expression or not; undefined where it was not added. */
export function givenOption(context: Context, name: string): unknown {
	const { options } = hostOf(context).node.parameters as { options?: INodeParameters };
	return options?.[name];
}

/** A value of a group as the user has put it down; undefined where the group or the value was not added. */
export function givenValue(context: Context, group: string, name: string): unknown {
	const given = givenOption(context, group) as { [VALUES]?: INodeParameters } | undefined;
	return given?.[VALUES]?.[name];
}

/** How an option is read that was put down as `raw`: its expression has to give something where it keeps messages back. */
export function readerOf<T>(raw: unknown, { read, keepsBack }: Option<T>): (value: unknown) => T {
	if (keepsBack !== true || typeof raw !== 'string' || !raw.startsWith('=')) return read;
	return (value) => {
		if (!isBlank(value)) return read(value);
		throw emptyProblem(
			'Its expression gives nothing. Check the name of the column, or say what holds then, for example {{ $json.test || false }}.',
		);
	};
}
