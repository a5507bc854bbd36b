import {
	type IDisplayOptions,
	type INodeProperties,
	type NodeParameterValueType,
	updateDisplayOptions,
} from 'n8n-workflow';

import { NOT_AS_TOOL } from '../fields/field';
import type { InputProblem } from '../values/inputProblem';
import { type Option, withHint } from './option';

/** The values of a group, by their names. */
type Values = Record<string, Option>;

type ValuesOf<V> = { [Name in keyof V]: ValueOf<V[Name]> };

/** What an option is read as, and each value of a group. */
export type ValueOf<O> = O extends { values: infer V; whenAbsent: infer U }
	? ValuesOf<V> | U
	: O extends Option<infer T>
		? T
		: never;

/** Options that belong together: they are added at once, and open filled in with what holds without them. */
export interface Group<V extends object = Values, U = unknown> {
	property: Option['property'];
	values: V;
	whenAbsent: U;
	/** Of these one at least has to be filled in: without it the group would do nothing, silently. */
	needs: readonly string[];
	/** What is wrong with its values, each of which could be read, beside one another or in their run; of which, or of all. */
	check(
		values: ValuesOf<V>,
		given: {
			/** The values as the user has put them down, expressions as such. */
			raw: Record<string, unknown>;
			items: number;
			/** Why nothing can be kept over rows where this node runs, or with `inStore` over executions; undefined where it can. */
			notKept: (inStore: boolean) => InputProblem | undefined;
		},
	): { value?: string; problem: InputProblem } | undefined;
}

/** The name under which n8n keeps the values of a group. */
export const VALUES = 'values';

type About<V extends Values> = Partial<Option['property']> &
	Partial<Pick<Group<V>, 'check'>> & { hint?: string; needs?: ReadonlyArray<keyof V & string> };

/** A group of options, by their names. */
export function group<V extends Values>(
	displayName: string,
	description: string,
	{ needs = [], check = () => undefined, hint, ...about }: About<V>,
	values: V,
): Group<V, ValuesOf<V>> {
	const named = Object.entries<Option>(values).flatMap(([name, option]) => asShown(name, option));
	const initial = Object.fromEntries(named.map((one) => [one.name, one.default]));
	const whenAbsent = Object.fromEntries(
		Object.entries<Option>(values).map(([name, option]) => [name, option.whenAbsent]),
	) as ValuesOf<V>;
	const property: Option['property'] = {
		displayName,
		description,
		...about,
		type: 'fixedCollection',
		default: { [VALUES]: initial } as NodeParameterValueType,
		options: [{ displayName: 'Values', name: VALUES, values: named }],
	};
	return { property: withHint(property, hint), values, whenAbsent, needs, check };
}

const AS_TOOL: IDisplayOptions = { show: { '@tool': [true] } };

/** n8n's editor lets a model fill in whatever takes an expression (2.41): as a tool's, a guard takes none. */
export function asShown(name: string, { property, guards, alsoShown }: Option): INodeProperties[] {
	if (alsoShown !== undefined)
		return [property.displayOptions, alsoShown].map(
			(displayOptions) => ({ ...property, name, displayOptions }) as INodeProperties,
		);
	if (!guards) return [{ ...property, name }];
	return [
		...updateDisplayOptions(NOT_AS_TOOL, [{ ...property, name }]),
		...updateDisplayOptions(AS_TOOL, [{ ...property, name, noDataExpression: true }]),
	];
}

/** A group of which only some values are offered; of the others holds what holds without them. */
export function only<V extends Values, Name extends keyof V & string>(
	whole: Group<V>,
	...names: Name[]
): Group<Pick<V, Name>, ValuesOf<Pick<V, Name>>> {
	const { displayName, description = '', ...about } = whole.property;
	const kept = Object.fromEntries(names.map((name) => [name, whole.values[name]]));
	const { needs, check } = whole;
	return group(
		displayName,
		description,
		{ ...about, needs, check } as never,
		kept as Pick<V, Name>,
	);
}

/** The shown name of a value that stands in a group. */
export const shownIn = (whole: Pick<Group, 'property'>, value: Pick<Option, 'property'>): string =>
	`${whole.property.displayName} → ${value.property.displayName}`;

/** Whether an option that holds several values was added, as `raw`, and left empty: it would do nothing, silently. */
export function isLeftEmpty(raw: unknown, needs: readonly string[]): boolean {
	if (typeof raw !== 'object' || raw === null) return false;
	const [values] = Object.values(raw).flat() as Array<Record<string, unknown>>;
	if (values === undefined) return true;
	return needs.length > 0 && !needs.some((need) => Boolean(values[need]));
}
