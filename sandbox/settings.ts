/** What is wrong with a setting, as a sentence that names the place and never quotes a value. */
export class InvalidSetting extends Error {}

/** A check: what the value must be, and whether it is. */
export type Check = [must: string, holds: (value: unknown) => boolean];

/** What an object may hold, and what it must. */
export type Shape = Record<string, Check | { optional: Check }>;

export const isText = (value: unknown): value is string => typeof value === 'string';

export const number = (from: number, to: number): Check => [
	`must be a number from ${from} to ${to}`,
	(value) => typeof value === 'number' && value >= from && value <= to,
];
export const integer = (from: number, to: number): Check => [
	`must be an integer from ${from} to ${to}`,
	(value) => Number.isInteger(value) && number(from, to)[1](value),
];
export const oneOf = (...values: unknown[]): Check => [
	`must be one of ${values.join(', ')}`,
	(value) => values.includes(value),
];
export const listOf = (most: number, what: string, form: RegExp): Check => [
	`must be a list of at most ${most} ${what}`,
	(value) =>
		Array.isArray(value) &&
		value.length <= most &&
		value.every((entry) => isText(entry) && form.test(entry)),
];
export const flag: Check = ['must be true or false', (value) => typeof value === 'boolean'];
export const filled: Check = [
	'must be text that is not empty',
	(value) => isText(value) && value !== '' && value.isWellFormed(),
];

/** All of a shape may be left out. */
export const partOf = (checks: Record<string, Check>): Shape =>
	Object.fromEntries(Object.entries(checks).map(([key, optional]) => [key, { optional }]));

/** `value` as an object of this shape; throws InvalidSetting with the first thing that is wrong. */
export function checked(value: unknown, shape: Shape, place: string): Record<string, unknown> {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new InvalidSetting(`${place} must be an object`);
	const given = value as Record<string, unknown>;
	const unknown = Object.keys(given).find((key) => !Object.hasOwn(shape, key));
	if (unknown !== undefined) throw new InvalidSetting(`${place}.${unknown} is not known`);
	for (const [key, rule] of Object.entries(shape)) {
		const [must, holds] = 'optional' in rule ? rule.optional : rule;
		if (given[key] === undefined && 'optional' in rule) continue;
		if (!holds(given[key])) throw new InvalidSetting(`${place}.${key} ${must}`);
	}
	return given;
}
