import { destinationRefused } from '../refused.ts';
import type { Account, Fields } from '../types.ts';
import { text } from './fields.ts';

/** Digits with an optional leading +, and without a beginning that the account refuses; throws the refusal otherwise. */
function check(number: string, { refusedPrefixes }: Account): string {
	if (!/^\+?[0-9]+$/.test(number))
		throw destinationRefused(`destination "${number}" is not a number`);
	if (refusedPrefixes.some((prefix) => number.startsWith(prefix)))
		throw destinationRefused(`destination "${number}" is refused`);
	return number;
}

/** The one number in `destination`. */
export const oneDestination = (fields: Fields, account: Account): string =>
	check(text(fields, 'destination'), account);

/** The comma-separated numbers in `destination`, in order. */
export const manyDestinations = (fields: Fields, account: Account): string[] =>
	text(fields, 'destination')
		.split(',')
		.map((number) => check(number, account));

const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const destinationIn = (fields: unknown): string[] =>
	typeof fields === 'object' &&
	fields !== null &&
	'destination' in fields &&
	typeof fields.destination === 'string'
		? fields.destination.split(',').map((number) => number.trim())
		: [];

/** Every destination a body names, right or wrong: faults strike before anything is checked. */
export const destinationsOf = (fields: Fields | undefined): string[] =>
	fields === undefined
		? []
		: [...destinationIn(fields), ...entriesOf(fields['data']).flatMap(destinationIn)];
