import { Refused, fieldRefused } from '../answer.ts';
import type { Fields } from '../types.ts';

/** `fields[name]` as non-empty text; throws the refusal where it is missing, empty or of another type. */
export function text(fields: Fields, name: string): string {
	if (!Object.hasOwn(fields, name)) throw fieldRefused(`field "${name}" is missing`);
	const value = fields[name];
	if (typeof value !== 'string') throw fieldRefused(`field "${name}" must be a string`);
	if (value === '') throw fieldRefused(`field "${name}" is empty`);
	// JSON can escape half a surrogate pair, which no UTF-8 text can hold: an emoji cut in two.
	if (!value.isWellFormed()) throw fieldRefused(`field "${name}" holds half a character`);
	return value;
}

/** `send_to_blacklist`, an integer, where it is present: a form can only write it as text. */
export function optionalFlag(fields: Fields, fromForm: boolean): { sendToBlacklist?: number } {
	const name = 'send_to_blacklist';
	if (!Object.hasOwn(fields, name)) return {};
	const value = fields[name];
	const number = fromForm && /^-?\d{1,15}$/.test(String(value)) ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isSafeInteger(number))
		throw fieldRefused(`field "${name}" must be an integer`);
	return { sendToBlacklist: number };
}

/** Throws the refusal for a field the interface does not know. */
export function onlyKnown(fields: Fields, known: readonly string[]): void {
	const unknown = Object.keys(fields).find((name) => !known.includes(name));
	if (unknown !== undefined) throw fieldRefused(`field "${unknown}" is not known`);
}

/** `scheduled`, a real date-time in the pattern YYYY-MM-DD HH:MM, where it is present. Past or future is not looked at. */
export function optionalSchedule(fields: Fields): { scheduled?: string } {
	if (!Object.hasOwn(fields, 'scheduled')) return {};
	const scheduled = text(fields, 'scheduled');
	const parsed = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(scheduled)
		? new Date(`${scheduled.replace(' ', 'T')}Z`)
		: new Date(NaN);
	// Date takes 31 February and 24:00 and moves on to the next day.
	if (
		Number.isNaN(parsed.getTime()) ||
		!parsed.toISOString().startsWith(scheduled.replace(' ', 'T'))
	)
		throw fieldRefused('field "scheduled" is not a date-time YYYY-MM-DD HH:MM');
	return { scheduled };
}

/** Digits with an optional leading +. `+98…` was seen to be refused where `09…` and `989…` are taken. */
function checkNumber(number: string): string {
	if (!/^\+?[0-9]+$/.test(number))
		throw new Refused(1010, `destination "${number}" is not a number`);
	if (number.startsWith('+98')) throw new Refused(1010, `destination "${number}" is refused`);
	return number;
}

/** The one number in `destination`. */
export const oneDestination = (fields: Fields): string => checkNumber(text(fields, 'destination'));

/** The comma-separated numbers in `destination`, in order. */
export const manyDestinations = (fields: Fields): string[] =>
	text(fields, 'destination').split(',').map(checkNumber);

/** The objects that a body names destinations in, right or wrong: itself, or the messages of a bulk. */
export const rowsOf = (body: unknown): Fields[] => {
	const data = (body as Fields | undefined)?.['data'];
	return [body, ...(Array.isArray(data) ? (data as unknown[]) : [])].filter(
		(row): row is Fields => typeof row === 'object' && row !== null,
	);
};

/** The numbers in one of them. */
export const numbersIn = ({ destination }: Fields): string[] =>
	typeof destination === 'string' ? destination.split(',').map((number) => number.trim()) : [];

/** Every destination a body names: faults strike before anything is checked. */
export const destinationsOf = (body: unknown): string[] => rowsOf(body).flatMap(numbersIn);
