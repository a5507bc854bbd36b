import { InputProblem } from '../values/inputProblem';
import { refuseRounded } from './digits';
import { type NumberFormat, formatNumber } from './formatNumber';
import { splitList } from './list';
import { cleanNumber, isOne, noNumber } from './phoneNumber';
import { lastDigits } from './sameNumber';

/** Of several numbers each has so many digits: fewer may be a part of one. */
const WHOLE = 7;

/** What stands between two numbers, beside what separates any values (SEPARATOR): a bar or a slash, where each is whole. */
const BETWEEN_WHOLE = /[|\\/](?<=(?:\p{Nd}\P{Nd}*){7})(?=(?:\P{Nd}*\p{Nd}){7})/u;

/** Two commas with nothing between them, as before what is dialled after a pause. */
const PAUSE =
	/(?<=\p{Nd}[^\S\r\n]*)[,;\u060c\u061b](?:[^\S\r\n]*[,;\u060c\u061b])+[^\S\r\n]*\p{Nd}.*/u;

/** The numbers of a list, cleaned. Throws InputProblem for anything empty, for what is no number, and for parts of one. */
function cleanNumbers(value: unknown) {
	// Before the split: in "9121234567,0" the comma is a decimal mark.
	if (isOne(refuseRounded(value))) return [cleanNumber(value)];
	for (const text of [value].flat())
		if (typeof text === 'string' && PAUSE.test(text))
			throw noNumber(text, 'has nothing between two commas');
	const numbers = splitList(value)
		.flatMap((piece) => (typeof piece === 'string' ? piece.split(BETWEEN_WHOLE) : [piece]))
		.map((piece) => cleanNumber(piece));
	const short = numbers.find((number) => number.replace('+', '').length < WHOLE);
	if (short !== undefined && numbers.length > 1)
		throw noNumber(value, `has ${short} among several, of which each has ${WHOLE} digits or more`);
	return numbers;
}

/**
 * Some numbers as they leave, each once, in the order given, and what was given more than once. Throws InputProblem for a
 * number that does not fit the format.
 */
export function eachOnce(written: readonly string[], format?: NumberFormat) {
	/** By what all writings of one have in common. */
	const numbers = new Map<number, string>();
	const repeated = new Set<string>();
	for (const number of written) {
		const leaving = format === undefined ? number : formatNumber(number, format);
		const same = lastDigits(leaving);
		const first = numbers.get(same);
		if (first === undefined) numbers.set(same, leaving);
		else repeated.add(first);
	}
	return { numbers: [...numbers.values()], repeated: [...repeated] };
}

/** The recipients of a message: one number, several in a text, or an array. Throws InputProblem for anything else. */
export const readDestinations = (value: unknown) => eachOnce(cleanNumbers(value));

/** What is said of a number that was given more than once. */
export const saidOnce = (number: string) =>
	`${number} was given more than once and gets the message once`;

/** The one number that `what` ("a call") goes to. Throws InputProblem for several, even where they are the same. */
export function readOneDestination(value: unknown, what = 'a call'): string {
	const [number = '', ...others] = cleanNumbers(value);
	if (others.length === 0) return number;
	throw new InputProblem(
		`holds ${others.length + 1} numbers, but ${what} goes to one`,
		'Write one, such as the first: {{ String($json.phone).split(/[,;]/)[0] }}. For a message to each, make a list without [0], and put a Split Out node behind it.',
	);
}
