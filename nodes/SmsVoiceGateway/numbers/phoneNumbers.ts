import { emptyProblem, InputProblem, isBlank } from '../values/inputProblem';
import { plainDigits, refuseRounded } from './digits';
import { type NumberFormat, formatNumber } from './formatNumber';
import { cleanNumber, isOne, noNumber } from './phoneNumber';
import { sameNumber } from './sameNumber';

/** A recipient's number. */
interface PhoneNumber {
	/** As it was read: digits, with the + that it may have. */
	readonly written: string;
	/** As it goes over the wire: by 'Number Format', where there is one. */
	readonly leaves: string;
	/** What all its writings have in common. */
	readonly same: string;
}

/** Of several numbers each has so many digits: fewer may be a part of one. */
const WHOLE = 7;

/** What stands between two whole numbers, beside commas. */
const BAR = /[|\\/](?<=(?:\p{Nd}\P{Nd}*){7})(?=(?:\P{Nd}*\p{Nd}){7})/u;

/** Two commas with nothing between them, as before what is dialled after a pause. */
const PAUSE =
	/(?<=\p{Nd}[^\S\r\n]*)[,;\u060c\u061b](?:[^\S\r\n]*[,;\u060c\u061b])+[^\S\r\n]*\p{Nd}.*/u;

/** The numbers of a list, cleaned. Throws InputProblem for anything empty, for what is no number, and for parts of one. */
function cleanNumbers(value: unknown) {
	if (isOne(value)) return [cleanNumber(value)];
	// Before the split: in "9121234567,0" the comma is a decimal mark.
	const whole = refuseRounded(value);
	if (isOne(whole)) return [cleanNumber(whole)];
	for (const text of [value].flat())
		if (typeof text === 'string' && PAUSE.test(text))
			throw noNumber(text, 'has nothing between two commas');
	const numbers = splitList(value)
		.flatMap((piece) => (typeof piece === 'string' ? piece.split(BAR) : [piece]))
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
	const numbers = new Map<string, PhoneNumber>();
	const repeated = new Set<string>();
	for (const number of written) {
		const leaves = format === undefined ? number : formatNumber(number, format);
		const same = sameNumber(leaves);
		const first = numbers.get(same);
		if (first === undefined) numbers.set(same, { written: number, leaves, same });
		else repeated.add(first.leaves);
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
		'Use one item per number, for example with a Split Out node before this one.',
	);
}

/**
 * Commas and semicolons of Latin, Arabic and full-width text, but of `tel:…;ext=`; every line break of a pasted column; and
 * what Google's contacts have between two numbers of a person.
 */
const SEPARATOR = /[,\u060c\u061b\uff0c\uff1b\n\r\v\f\u0085\u2028\u2029]|;(?!\s*[a-z-]+=)|:::/i;

function valuesOfText(text: string) {
	// Before the split: in "9,89121E+11" the comma is a decimal mark.
	refuseRounded(text);
	const values = text.split(SEPARATOR).filter((value) => plainDigits(value).trim() !== '');
	return values.map(refuseRounded);
}

/**
 * The single values of a parameter that takes one, several in a text, or an array whose elements may
 * themselves hold several. Blank values of a text (trailing comma, empty line) don't count; an array
 * element with nothing in it is a problem, because a recipient would be lost silently.
 * Throws InputProblem when nothing is left, and for a rounded number; the values are not checked further.
 */
export function splitList(value: unknown): unknown[] {
	const isArray = Array.isArray(value);
	// Array.from visits the holes of a sparse array too.
	const elements = isArray ? Array.from<unknown>(value) : [value];
	const values = elements.flatMap((element, index) => {
		const held =
			typeof element === 'string' ? valuesOfText(element) : isBlank(element) ? [] : [element];
		if (!isArray || held.length > 0) return held;
		throw new InputProblem(
			`holds nothing at position ${index + 1} of its list`,
			'Fill in the missing value, or take it out of the list before this node.',
		);
	});
	if (values.length === 0) throw emptyProblem();
	return values;
}
