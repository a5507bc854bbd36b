import { fieldRefused } from '../refused.ts';
import type { Fields } from '../types.ts';

/** `fields[name]` as non-empty text; throws the refusal where it is missing, empty or of another type. */
export function text(fields: Fields, name: string): string {
	if (!Object.hasOwn(fields, name)) throw fieldRefused(`field "${name}" is missing`);
	const value = fields[name];
	if (typeof value !== 'string') throw fieldRefused(`field "${name}" must be a string`);
	if (value === '') throw fieldRefused(`field "${name}" is empty`);
	// JSON can escape half a surrogate pair, which no UTF-8 text can hold: an emoji cut in two.
	if (/\p{Surrogate}/u.test(value)) throw fieldRefused(`field "${name}" holds half a character`);
	return value;
}

/** As `text`, but the field may be left out. */
export const optionalText = (fields: Fields, name: string): string | undefined =>
	Object.hasOwn(fields, name) ? text(fields, name) : undefined;

/** `fields[name]` as an integer, where it is present. */
export function optionalInteger(fields: Fields, name: string): number | undefined {
	if (!Object.hasOwn(fields, name)) return undefined;
	const value = fields[name];
	if (typeof value !== 'number' || !Number.isSafeInteger(value))
		throw fieldRefused(`field "${name}" must be an integer`);
	return value;
}

/** Throws the refusal for a field the interface does not know. */
export function onlyKnown(fields: Fields, known: readonly string[]): void {
	const unknown = Object.keys(fields).find((name) => !known.includes(name));
	if (unknown !== undefined) throw fieldRefused(`field "${unknown}" is not known`);
}

/** `scheduled`, a real date-time in the pattern YYYY-MM-DD HH:MM, where it is present. Past or future is not looked at. */
export function optionalSchedule(fields: Fields): string | undefined {
	const value = optionalText(fields, 'scheduled');
	if (value === undefined) return undefined;
	const parsed = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(value)
		? Date.parse(`${value.replace(' ', 'T')}Z`)
		: NaN;
	// Date.parse takes 31 February and 24:00 and moves on to the next day.
	if (
		Number.isNaN(parsed) ||
		new Date(parsed).toISOString().slice(0, 16).replace('T', ' ') !== value
	)
		throw fieldRefused('field "scheduled" is not a date-time YYYY-MM-DD HH:MM');
	return value;
}
