import { emptyProblem, InputProblem, quote } from '../values/inputProblem';
import { plainDigits, refuseRounded } from './digits';
import { cleanNumber, digitsIn, noNumber, SEVERAL, WHOLE } from './phoneNumber';

/** What stands between two whole numbers, as in exports of contacts. */
const BAR = /:::|[|\\/]/;

/** Two commas with nothing between them, as before what is dialled after a pause. */
const EMPTY_BETWEEN = /(?<=[^\s,;])[^\S\r\n]*([,;])(?:[^\S\r\n]*[,;])+[^\S\r\n]*[^\s,;].*/;

function numbersBesideBars(piece: unknown): unknown[] {
	if (typeof piece !== 'string' || !BAR.test(piece)) return [piece];
	const numbers = piece.split(BAR).filter((number) => plainDigits(number).trim() !== '');
	const areWhole = numbers.every((number) => digitsIn(plainDigits(number)) >= WHOLE);
	return areWhole && numbers.length > 0 ? numbers : [piece];
}

/** The numbers of a list, cleaned. Throws InputProblem for anything empty, for what is no number, and for parts of one. */
function cleanNumbers(value: unknown): string[] {
	for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
		const commas =
			typeof text === 'string' ? plainDigits(text).replace(/[\u060c\u061b]/g, ',') : '';
		const [rest] = EMPTY_BETWEEN.exec(commas) ?? [];
		if (rest !== undefined)
			throw noNumber(text, 'has nothing between two commas', quote(rest), SEVERAL);
	}
	const numbers = splitList(value).flatMap(numbersBesideBars).map(cleanNumber);
	const short = numbers.length > 1 && numbers.find((number) => digitsIn(number) < WHOLE);
	if (typeof short !== 'string') return numbers;
	throw new InputProblem(
		`holds ${numbers.length} numbers, of which ${short} is too short: of several, each has ${WHOLE} digits or more`,
		'Leave out extensions, write one number without commas, and send to a short number by an item of its own.',
	);
}

/**
 * The recipients of a message: one number, several in a text, or an array. `destinations` holds each number once, in the
 * order given; `repeated` holds each number that was given more than once. Throws InputProblem as `cleanNumber`, and
 * for a list with a part of a number in it.
 */
export const readDestinations = (value: unknown) => eachOnce(cleanNumbers(value));

/** Some numbers, each once, in the order given; and those that were given more than once. */
export function eachOnce(numbers: readonly string[]): {
	destinations: string[];
	repeated: string[];
} {
	const destinations = new Set<string>();
	const repeated = new Set<string>();
	for (const number of numbers) (destinations.has(number) ? repeated : destinations).add(number);
	return { destinations: [...destinations], repeated: [...repeated] };
}

/** What is said of a number that was given more than once. */
export const saidOnce = (number: string): string =>
	`${number} was given more than once and gets the message once`;

/** The one number that `what` ("a call") goes to. Throws InputProblem for several, even where they are the same. */
export function readOneDestination(value: unknown, what = 'a call'): string {
	const [number, ...others] = cleanNumbers(value);
	if (number === undefined) throw emptyProblem();
	if (others.length === 0) return number;
	throw new InputProblem(
		`holds ${others.length + 1} numbers, but ${what} goes to one`,
		'Use one item per number, for example with a Split Out node before this one.',
	);
}

/** Commas and semicolons of Latin, Arabic and full-width text, but of `tel:…;ext=`; and every line break of a pasted column. */
const SEPARATOR = /[,\u060c\u061b\uff0c\uff1b\n\r\v\f\u0085\u2028\u2029]|;(?!\s*[a-z-]+=)/i;

function valuesOfText(text: string): string[] {
	// Before the split: in "9,89121E+11" the comma is a decimal mark.
	refuseRounded(text);
	if (!SEPARATOR.test(text)) return plainDigits(text).trim() === '' ? [] : [text];
	const values = text.split(SEPARATOR).filter((value) => plainDigits(value).trim() !== '');
	values.forEach(refuseRounded);
	return values;
}

function valuesOfElement(element: unknown, index: number): unknown[] {
	const values = typeof element === 'string' ? valuesOfText(element) : [element ?? ''];
	if (values.length === 0 || values[0] === '') {
		throw new InputProblem(
			`holds nothing at position ${index + 1} of its list`,
			'Fill in the missing value, or take it out of the list before this node.',
		);
	}
	return values;
}

/**
 * The single values of a parameter that takes one, several in a text, or an array whose elements may
 * themselves hold several. Blank values of a text (trailing comma, empty line) don't count; an array
 * element with nothing in it is a problem, because a recipient would be lost silently.
 * Throws InputProblem when nothing is left, and for a rounded number; the values are not checked further.
 */
export function splitList(value: unknown): unknown[] {
	// Array.from visits the holes of a sparse array too.
	const values = Array.isArray(value)
		? Array.from<unknown>(value).flatMap(valuesOfElement)
		: typeof value === 'string'
			? valuesOfText(value)
			: value === undefined || value === null
				? []
				: [value];
	if (values.length === 0) throw emptyProblem();
	return values;
}
