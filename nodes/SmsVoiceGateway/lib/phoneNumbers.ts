import { attempt, emptyProblem, InputProblem, quote } from './inputProblem';
import { listPieces } from './listPieces';
import { plainDigits } from './plainDigits';
import { refuseRounded } from './roundedNumber';

/** E.164 allows 15 digits at most; short codes have 3 or more. */
const FEWEST = 3;
const MOST = 15;

/** A number that needs no cleaning, as most rows of a sheet have it: worth a look of its own. */
const CLEAN = /^\+?\d{3,15}$/;

/** Spaces within a line (a line break separates two numbers), dashes with the minus sign, dots, brackets. */
const SEPARATORS = /[\p{Zs}\t\p{Pd}\u2212.\uff0e()[\]{}\uff08\uff09\uff3b\uff3d]/gu;

/**
 * The text without everything people write between the digits of a number; other characters stay.
 * Never throws.
 */
export function stripSeparators(text: string): string {
	return plainDigits(text).trim().replace(SEPARATORS, '').replace('\uff0b', '+');
}

/** The zero that is dialled only within the country. */
const ZERO_IN_BRACKETS = /^\s*(?:\+|\uff0b|00).*[([]\s*0\s*[)\]]/s;

/** As a sheet writes a number in groups of three: no space behind the comma. */
const GROUP_OF_THREE = /\d[,\u060c\u066c\uff0c]\d{3}(?!\d)/;

/** The pieces of a list of numbers. Throws InputProblem for what may as well be one number in groups of three. */
function numberPieces(value: unknown): unknown[] {
	for (const text of Array.isArray(value) ? value : [value]) {
		if (typeof text === 'string' && GROUP_OF_THREE.test(plainDigits(text))) {
			throw new InputProblem(
				`holds ${quote(text)}, which looks like one number in groups of three digits`,
				'Format the column as text; if these are several numbers, write a space behind each comma.',
			);
		}
	}
	return listPieces(value);
}

function notANumber(value: unknown): InputProblem {
	return new InputProblem(
		`holds ${quote(value)}, which is not a phone number`,
		'Write digits only, with or without a + in front, for example +442079460000.',
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
	const text = String(value);
	if (plainDigits(text).trim() === '') throw emptyProblem();
	if (/^[\p{Pd}\u2212]/u.test(plainDigits(text).trim())) throw notANumber(value);
	if (ZERO_IN_BRACKETS.test(plainDigits(text))) {
		throw new InputProblem(
			`holds ${quote(value)}, in which a zero stands in brackets behind the country code`,
			'Leave the (0) out: from abroad it is not dialled.',
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
	return number;
}

function cleanOneOfSeveral(value: unknown): string {
	const number = attempt(() => cleanNumber(value));
	if (!(number instanceof InputProblem)) return number;
	throw new InputProblem(number.message, `${number.advice} Separate several numbers with a comma.`);
}

/**
 * The recipients of a message: one number, several in a text, or an array. `destinations` holds each
 * number once, in the order given; `repeated` holds each number that was given more than once.
 * Throws InputProblem for anything empty or not a number.
 */
export function readDestinations(value: unknown): { destinations: string[]; repeated: string[] } {
	const destinations = new Set<string>();
	const repeated = new Set<string>();
	for (const number of numberPieces(value).map(cleanOneOfSeveral)) {
		(destinations.has(number) ? repeated : destinations).add(number);
	}
	return { destinations: [...destinations], repeated: [...repeated] };
}

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
