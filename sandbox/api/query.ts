import { InvalidSetting } from '../faults/validate.ts';
import { OUTCOMES } from '../threads/item.ts';
import type { Outcome } from '../threads/item.ts';

type Given = Record<string, unknown>;

/** Throws InvalidSetting for a query parameter that is not among the known ones. */
export function onlyParameters(given: unknown, known: readonly string[]): Given {
	const query = given as Given;
	const unknown = Object.keys(query).find((name) => !known.includes(name));
	if (unknown !== undefined) throw new InvalidSetting(`query "${unknown}" is not known`);
	return query;
}

/** A whole number from the query; throws InvalidSetting. */
export function count<T>(query: Given, name: string, fallback: T): number | T {
	const value = query[name];
	if (value === undefined) return fallback;
	if (typeof value !== 'string' || !/^[0-9]{1,16}$/.test(value))
		throw new InvalidSetting(`${name} must be a whole number`);
	return Number(value);
}

/** Text from the query, empty where it is left out; throws InvalidSetting. */
export function words(query: Given, name: string): string {
	const value = query[name] ?? '';
	if (typeof value !== 'string' || value.length > 500)
		throw new InvalidSetting(`${name} must be one text of at most 500 characters`);
	return value;
}

/** `outcome` from the query; throws InvalidSetting where it is none. */
export function outcomeIn(query: Given): Outcome | undefined {
	const value = words(query, 'outcome');
	if (value === '') return undefined;
	const outcome = OUTCOMES.find((known) => known === value);
	if (outcome === undefined)
		throw new InvalidSetting(`outcome must be one of ${OUTCOMES.join(', ')}`);
	return outcome;
}
