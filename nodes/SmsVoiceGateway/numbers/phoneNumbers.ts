import { orProblem, emptyProblem, InputProblem, quote } from '../values/inputProblem';
import { listPieces } from './listPieces';
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

/** The zero that is dialled only within the country. */
const ZERO_IN_BRACKETS = /\d.*[([{\uff08\uff3b\uff5b]\s*0\s*[)\]}\uff09\uff3d\uff5d]/s;

/** As a sheet writes a number in groups of three: no space behind the comma, and the group is not the beginning of a number. */
const GROUP_OF_THREE = /\d[,\u060c\u066c\uff0c]\d{3}(?![\p{Zs}\p{Pd}\u2212.()[\]\uff08\uff09]*\d)/u;

/** As a sheet may write one with the area code apart: `021,88776655`. */
const AREA_CODE = /^\s*0\d{0,5}[,\u060c\uff0c]\d{7,}\s*$/;

/** As a contact holds a number that is dialled on after a pause. */
const PAUSE = /\d[,\u060c\uff0c]{2,}\d/;

/** What stands between two numbers, as in exports of contacts, or between the parts of one. */
const BAR = /:::|[|\\]|(?<![:/])\/(?!\/)/;

/** Fewer digits than this may be the part of a number: an area code, a country's. */
const FEWEST_OF_WHOLE = 7;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

function refuseCommas(value: string): void {
	const text = plainDigits(value);
	if (GROUP_OF_THREE.test(text) || AREA_CODE.test(text)) {
		throw new InputProblem(
			`holds ${quote(value)}, which looks like one number in groups of ${AREA_CODE.test(text) ? 'digits' : 'three digits'}`,
			'Format the column as text; if these are several numbers, write a space behind each comma.',
		);
	}
	if (PAUSE.test(text)) {
		throw new InputProblem(
			`holds ${quote(value)}, which looks like one number that is dialled on after a pause`,
			'Leave out what is dialled after the pause; if these are several numbers, write one comma and a space between them.',
		);
	}
}

/** The numbers that a bar separates. Throws InputProblem where it may as well stand within one. */
function numbersBesideBars(piece: unknown): unknown[] {
	if (typeof piece !== 'string') return [piece];
	const [bar] = BAR.exec(piece) ?? [];
	// Such as N/A: what it is not is said of the whole.
	if (bar === undefined || digitsIn(plainDigits(piece)) === 0) return [piece];
	const numbers = piece.split(BAR).filter((number) => plainDigits(number).trim() !== '');
	if (numbers.every((number) => digitsIn(plainDigits(number)) >= FEWEST_OF_WHOLE)) return numbers;
	throw new InputProblem(
		`holds ${quote(piece)}, in which ${quote(bar)} may stand within a number, or between two`,
		'Write one number with its digits alone, and separate several with a comma.',
	);
}

/** The pieces of a list of numbers. Throws InputProblem for what may as well be one number. */
function numberPieces(value: unknown): unknown[] {
	for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
		if (typeof text === 'string') refuseCommas(text);
	}
	return listPieces(value).flatMap(numbersBesideBars);
}

/** What exports and formulas put around a number: quotes, the brackets of a list, `="0912…"`, `tel:`, `p:`. */
const BEFORE =
	/^[\s[]*(?:=(?=\s*["']))?[\s"'`\u2018-\u201f\xab\xbb]*(?:(?:tel|sms|smsto|callto|p):(?:\/\/)?\s*)?/i;
const AFTER = /[\s"'`\u2018-\u201f\xab\xbb\]]+$/;

/** More characters than any number is written with. */
const LONGEST = 200;

/**
 * What counts the numbers of a list (`1. 0912…`, `2) +98…`, `3- 0912…`), or a country code before the 0 that is dialled
 * within the country. Only Italy's numbers keep theirs, and Belarus dials 8 before it.
 */
const NOT_OF_NUMBER =
	/^(?:\d{1,3}[.)\]]\s+\S|[([]?(?!39|8\D)[1-9]\d?\s*[\p{Pd}:.)\]]\s*0(?:\D*\d){8})/u;

/**
 * Whether a text may as well hold two numbers as one: where it is parted, both sides have the digits of a whole number.
 * A country code says that it is one, as far as only one part of the rest is as long.
 */
function mayBeTwo(text: string): boolean {
	const parts = text.match(/\d+/g) ?? [];
	if (/^\D*(?:[+\uff0b]|00)/.test(text)) {
		return parts.slice(1).filter(({ length }) => length >= FEWEST_OF_WHOLE).length > 1;
	}
	const count = parts.join('').length;
	let before = 0;
	return parts.some(({ length }) => {
		before += length;
		return before >= FEWEST_OF_WHOLE && count - before >= FEWEST_OF_WHOLE;
	});
}

/** Throws InputProblem for a text that may be another number than its digits are, or more than one. */
function refuseDoubtful(value: unknown, text: string): void {
	if (ZERO_IN_BRACKETS.test(text)) {
		throw new InputProblem(
			`holds ${quote(value)}, in which a zero stands in brackets behind the country code`,
			'Leave the (0) out: from abroad it is not dialled.',
		);
	}
	if (NOT_OF_NUMBER.test(text)) {
		throw new InputProblem(
			`holds ${quote(value)}, which does not begin with the number itself`,
			'Leave out what counts the numbers of a list; behind a country code, leave out the 0.',
		);
	}
	if (mayBeTwo(text)) {
		throw new InputProblem(
			`holds ${quote(value)}, which may be two numbers`,
			'Separate several numbers with a comma; write one number without spaces, or with + and its country code.',
		);
	}
}

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

function cleanOneOfSeveral(value: unknown): string {
	const number = orProblem(() => cleanNumber(value));
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
