import { orProblem, emptyProblem, InputProblem, quote } from '../values/inputProblem';
import { numbersBesideBars, refuseCommas, refuseDoubtful } from './doubtfulNumbers';
import { splitList } from './splitList';
import { plainDigits } from './plainDigits';
import { refuseRounded } from './roundedNumber';

/** E.164 allows 15 digits at most; short codes have 3 or more. */
const FEWEST = 3;
const MOST = 15;

/** A number that needs no cleaning, as most rows of a sheet have it: worth a look of its own. */
const CLEAN = /^(?!\+0|000)\+?\d{3,15}$/;

/** Spaces within a line (a line break separates two numbers), dashes with the minus sign, dots, brackets. */
const SEPARATORS = /[\p{Zs}\p{Pd}\u2212.\uff0e()[\]{}\uff08\uff09\uff3b\uff3d]/gu;

/**
 * The text without everything people write between the digits of a number; other characters stay.
 * Never throws.
 */
export function stripSeparators(text: string): string {
	return plainDigits(text).trim().replace(SEPARATORS, '').replace('\uff0b', '+');
}

/** The pieces of a list of numbers. Throws InputProblem for what may as well be one number. */
function numberPieces(value: unknown): unknown[] {
	for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
		if (typeof text === 'string') refuseCommas(text);
	}
	return splitList(value).flatMap(numbersBesideBars);
}

/** What exports and formulas put around a number: quotes, the brackets of a list, `="0912…"`, `tel:`, `p:`. */
const BEFORE =
	/^[\s[]*(?:=(?=\s*["']))?[\s"'`\u2018-\u201f\xab\xbb]*(?:(?:tel|sms|smsto|callto|p):(?:\/\/)?\s*)?/i;
const AFTER = /[\s"'`\u2018-\u201f\xab\xbb\]]+$/;

/** More characters than any number is written with. */
const LONGEST = 200;

function notANumber(value: unknown): InputProblem {
	return new InputProblem(
		`holds ${quote(value)}, which is not a phone number`,
		'Write digits only, with or without a + in front, for example 09121234567.',
	);
}

/**
 * One phone number (text or JSON number) as digits with an optional leading +. Cleaned, never guessed
 * at: no country code and no leading zero is added. Throws InputProblem unless 3 to 15 digits are left.
 */
export function cleanNumber(value: unknown): string {
	if (typeof value === 'string' && CLEAN.test(value)) return value;
	if (value === undefined || value === null) throw emptyProblem();
	refuseRounded(value);
	if (
		typeof value === 'number' ? !Number.isInteger(value) || value < 0 : typeof value !== 'string'
	) {
		throw notANumber(value);
	}
	const plain = plainDigits(String(value));
	const text = plain.length > LONGEST ? plain : plain.replace(BEFORE, '').replace(AFTER, '');
	if (text === '') throw emptyProblem();
	if (text.length > LONGEST || /^[\p{Pd}\u2212]/u.test(text)) throw notANumber(value);
	if (typeof value === 'string') refuseRounded(text);
	if (text.includes('\t')) {
		throw new InputProblem(
			`holds ${quote(value)}, in which a tab stands, as between two cells of a sheet`,
			'Take the number from one cell, and separate several with a comma.',
		);
	}
	const number = stripSeparators(text);
	if (!/^\+?\d+$/.test(number)) throw notANumber(value);
	const count = number.replace('+', '').length;
	if (count < FEWEST || count > MOST) {
		throw new InputProblem(
			`holds ${quote(value)}, which has ${count} ${count === 1 ? 'digit' : 'digits'}; a phone number has ${FEWEST} to ${MOST}`,
			'Check the number for missing or doubled digits.',
		);
	}
	if (/^(?:\+|00)0/.test(number) && count > FEWEST) {
		throw new InputProblem(
			`holds ${quote(value)}, and no country code begins with 0`,
			'Write the country code behind + or 00, for example +989121234567; or the number as it is dialled within the country.',
		);
	}
	refuseDoubtful(value, text);
	return number;
}

/** More digits than one number has may be several; a tab is said apart. */
const mayBeSeveral = (value: unknown): boolean =>
	typeof value === 'string' &&
	!value.includes('\t') &&
	(value.match(/\p{Nd}/gu)?.length ?? 0) > MOST;

function cleanOneOfSeveral(value: unknown): string {
	const number = orProblem(() => cleanNumber(value));
	if (!(number instanceof InputProblem)) return number;
	throw mayBeSeveral(value)
		? new InputProblem(number.message, `${number.advice} Separate several numbers with a comma.`)
		: number;
}

/**
 * The recipients of a message: one number, several in a text, or an array. `destinations` holds each
 * number once, in the order given; `repeated` holds each number that was given more than once.
 * Throws InputProblem for anything empty or not a number.
 */
export const readDestinations = (value: unknown) =>
	eachOnce(numberPieces(value).map(cleanOneOfSeveral));

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

/**
 * The one number that `what` ("a call") goes to. Throws InputProblem for several, even where they are
 * the same.
 */
export function readOneDestination(value: unknown, what = 'a call'): string {
	if (typeof value === 'string' && CLEAN.test(value)) return value;
	const [number, ...others] = numberPieces(value).map(cleanNumber);
	if (number === undefined) throw emptyProblem();
	if (others.length > 0) {
		throw new InputProblem(
			`holds ${others.length + 1} numbers, but ${what} goes to one`,
			'Use one item per number, for example with a Split Out node before this one.',
		);
	}
	return number;
}
