import { destinationRefused } from '../refused.ts';
import type { Fields } from '../types.ts';
import { text } from './fields.ts';

/** Digits with an optional leading +; throws the refusal otherwise. */
function check(number: string): string {
	if (!/^\+?[0-9]+$/.test(number))
		throw destinationRefused(`destination "${number}" is not a number`);
	// Seen on live services: +98… is refused where 09… and 989… are taken.
	if (number.startsWith('+98')) throw destinationRefused(`destination "${number}" is refused`);
	return number;
}

/** The one number in `destination`. */
export const oneDestination = (fields: Fields): string => check(text(fields, 'destination'));

/** The comma-separated numbers in `destination`, in order. */
export const manyDestinations = (fields: Fields): string[] =>
	text(fields, 'destination').split(',').map(check);

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
