import type { INodeProperties } from 'n8n-workflow';

/** What an option is: how it is shown, how its value is read, and what holds without it. */
export interface Option<T = unknown> {
	property: INodeProperties;
	/** Throws InputProblem. */
	read: (value: unknown) => T;
	usual: T;
	/** It guards against a model: where the node is an agent's tool, n8n shall not offer it to the model. */
	guards?: true;
	/** Its expression has to give something: what holds without it would send what it is to keep back. */
	keepsBack?: true;
}

/** Options that belong together: they are added at once, and open filled in with what holds without them. */
export interface Group<V extends Record<string, Option> = Record<string, Option>> {
	property: INodeProperties;
	values: V;
	/** Of these one at least has to be filled in: without it the group would do nothing, silently. */
	needs: readonly string[];
}

/** What the values of a group are read as. */
export type Read<G extends Group> = {
	[Name in keyof G['values']]: G['values'][Name] extends Option<infer T> ? T : never;
};

/** The name under which n8n keeps the values of a group. */
export const VALUES = 'values';

/** A group of options. */
export function group<V extends Record<string, Option>>(
	about: Pick<INodeProperties, 'displayName' | 'name'> & Partial<INodeProperties>,
	values: V,
	needs: ReadonlyArray<keyof V & string> = [],
): Group<V> {
	const properties = Object.values(values).flatMap((value) =>
		value.guards && !isHiddenAsTool(value.property) ? asGuard(value.property) : [value.property],
	);
	const property: INodeProperties = {
		...about,
		type: 'fixedCollection',
		default: {
			[VALUES]: Object.fromEntries(properties.map(({ name, default: usual }) => [name, usual])),
		},
		options: [{ displayName: 'Values', name: VALUES, values: properties }],
	};
	return { property, values, needs };
}

const isHiddenAsTool = ({ displayOptions }: INodeProperties) =>
	displayOptions?.hide?.['@tool'] !== undefined;

/** n8n's editor lets a model fill in whatever takes an expression (2.41): as a tool's, this takes none. */
function asGuard({ displayOptions: { show, hide } = {}, ...property }: INodeProperties) {
	return [
		{ ...property, displayOptions: { ...(show && { show }), hide: { ...hide, '@tool': [true] } } },
		{
			...property,
			noDataExpression: true,
			displayOptions: { show: { ...show, '@tool': [true] }, ...(hide && { hide }) },
		},
	];
}

/** A group of which only some values are offered; of the others holds what holds without them. */
export function only<G extends Group>(whole: G, ...names: Array<keyof G['values'] & string>): G {
	const kept = Object.fromEntries(names.map((name) => [name, whole.values[name] as Option]));
	const { default: initial, options } = group(whole.property, kept).property;
	return { ...whole, property: { ...whole.property, default: initial, options } };
}

/** Whether a group offers a value of that name. */
export function offers({ property }: Group, name: string): boolean {
	return (property.options ?? []).some(
		(values) => 'values' in values && values.values.some((value) => value.name === name),
	);
}

/** The shown name of a value that stands in a group. */
export const shownIn = (whole: Group, value: Option): string =>
	`${whole.property.displayName} → ${value.property.displayName}`;
