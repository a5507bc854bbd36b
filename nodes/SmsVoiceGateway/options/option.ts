import type { INodeProperties } from 'n8n-workflow';

import {
	asNumber,
	choiceOf,
	InputProblem,
	quote,
	readSwitch,
	readWholeNumber,
} from '../values/inputProblem';

/** How an option is shown. Its name is its key: in its group, or among the options of an operation. */
type Property = Omit<INodeProperties, 'name'>;

/** What an option is: how it is shown, how its value is read, and what holds without it. */
export interface Option<T = unknown> {
	property: Property;
	/** Throws InputProblem. `timeZone`: the workflow's. */
	read(value: unknown, timeZone: string): T;
	whenAbsent: T;
	/** It guards against a model: where the node is an agent's tool, n8n shall not offer it to the model. */
	guards?: boolean | undefined;
	/** Its expression has to give something: what holds without it would send what it is to keep back. */
	keepsBack?: boolean | undefined;
	/** A row may have another than the next; all others hold for the run, and another one of a later item is refused. */
	byRow?: boolean | undefined;
	/** Where it is shown besides. */
	alsoShown?: INodeProperties['displayOptions'];
}

/** What an option has besides what its kind has: without it holds its default, unless `whenAbsent` says what else. */
type Own<T> = Omit<Partial<Option<T> & Property>, 'property' | 'read'> & { hint?: string };

/** How a property is shown, with what n8n's AI workflow builder is told of it. */
export const withHint = (property: Property, hint?: string): Property =>
	hint === undefined ? property : { ...property, builderHint: { propertyHint: hint } };

function toOption<T>(property: Property, read: Option<T>['read'], own: Own<T>): Option<T> {
	const { guards, keepsBack, byRow, alsoShown, hint, ...more } = own;
	const { whenAbsent, ...whole } = {
		whenAbsent: own.default ?? property.default,
		...property,
		...more,
	};
	return {
		property: withHint(whole, hint),
		read,
		whenAbsent: whenAbsent as T,
		guards,
		keepsBack,
		byRow,
		alsoShown,
	};
}

/** A switch. */
export const onOff = (displayName: string, description: string, own: Own<boolean> = {}) =>
	toOption({ displayName, type: 'boolean', default: false, description }, readSwitch, own);

/** A text, as `read` takes it. */
export const words = <T>(
	displayName: string,
	description: string,
	read: (value: unknown) => T,
	own: Own<T> = {},
) => toOption({ displayName, type: 'string', default: '', description }, read, own);

/** A number from `least` to `most`, a whole one unless it is a `fraction`; `advice` says what to enter instead of another. */
export function count(
	displayName: string,
	description: string,
	{
		least = 0,
		most = Number.MAX_SAFE_INTEGER,
		fraction = false,
		advice,
		...own
	}: Own<number> & { least?: number; most?: number; fraction?: boolean; advice: string },
): Option<number> {
	const isBounded = most < Number.MAX_SAFE_INTEGER;
	const typeOptions = {
		minValue: least,
		...(isBounded && { maxValue: most }),
		...(!fraction && { numberPrecision: 0 }),
	};
	const read = (value: unknown) => {
		if (!fraction) return readWholeNumber(value, least, most, advice);
		const number = asNumber(value);
		if (number >= least && number <= most) return number;
		const range = `from ${least}${isBounded ? ` to ${most}` : ''}`;
		throw new InputProblem(`holds ${quote(value)}, which is not a number ${range}`, advice);
	};
	return toOption(
		{ displayName, type: 'number', typeOptions, default: least, description },
		read,
		own,
	);
}

/** One of some values: of each its shown name, and what is said of it. The first is the default. */
export function choice<const C extends Record<string, string | readonly [string, string]>>(
	displayName: string,
	description: string,
	choices: C,
	own: Own<(keyof C & string) | undefined> = {},
): Option<keyof C & string> {
	const options = Object.entries(choices).map(([value, about]) => {
		if (typeof about === 'string') return { name: about, value };
		return { name: about[0], value, description: about[1] };
	});
	const names = options.map(({ name }) => name);
	const either = `Choose ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`;
	const values = options.map(({ value }): keyof C & string => value);
	const read = choiceOf(values, names.length > 3 ? 'Choose one of the list.' : either);
	const property = { displayName, type: 'options', options, default: values[0] };
	return toOption({ ...property, description } as Property, read, own as Own<keyof C & string>);
}
