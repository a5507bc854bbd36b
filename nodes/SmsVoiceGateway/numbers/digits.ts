import { InputProblem, quote } from '../values/inputProblem';

/** Digits of all scripts but ASCII. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Format characters that numbers copied from right-to-left text or a web page carry unseen. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Nearly every text has none, and is read several times. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const known = new Map<string, string>();

/** A digit as ASCII: Unicode has the ten of a set one after the other, from zero on. */
function asAscii(digit: string): string {
	let ascii = known.get(digit);
	if (ascii === undefined) {
		let first = digit.codePointAt(0) ?? 0;
		const last = first;
		while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
		known.set(digit, (ascii = String((last - first) % 10)));
	}
	return ascii;
}

/** A text with its Persian, Arabic, Indian … digits as ASCII; every character keeps its place. */
export function asciiDigits(text: string): string {
	if (isAscii(text)) return text;
	return text.replace(FOREIGN_DIGIT, (digit) => (digit.length > 1 ? digit : asAscii(digit)));
}

/**
 * A text that should hold digits, with those of all scripts as ASCII and without invisible marks; every other character
 * stays. For numbers, ids and dates; never for a message.
 */
export function plainDigits(text: string): string {
	return isAscii(text) ? text : text.replace(INVISIBLE, '').replace(FOREIGN_DIGIT, asAscii);
}

/** A number that is given as one, or as text; NaN for anything else. */
export const asNumber = (value: unknown): number =>
	typeof value === 'string' && value.trim() !== ''
		? Number(value)
		: typeof value === 'number'
			? value
			: NaN;

/**
 * A whole number from `least` to `most`, given as a number or as text. Throws InputProblem with `advice`
 * for anything else.
 */
export function readWholeNumber(
	value: unknown,
	least: number,
	most: number,
	advice: string,
): number {
	const number = asNumber(value);
	if (Number.isInteger(number) && number >= least && number <= most) return number;
	const range =
		most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
	throw new InputProblem(`holds ${quote(value)}, which is not a whole number ${range}`, advice);
}

/** As Excel shows a long number ("9.89121E+11", in other locales "9,89121E+11") or JavaScript prints one. */
const EXPONENT = /^\+?\d+(?:[.,\u066b]\d+e[+-]?|e[+-])\d+$/i;

/** As CSV exports write a column that was read as decimals. Its dot must not be taken for a separator. */
const DECIMAL_ZERO = /^\+?\d+\.0+$/;

function isRounded(value: unknown): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	if (typeof value !== 'string') return false;
	const text = plainDigits(value).trim();
	return EXPONENT.test(text) || DECIMAL_ZERO.test(text);
}

/**
 * Throws InputProblem for a number or an id whose digits are lost: an integer above 2^53, exponent
 * notation, or a whole number written with decimals. Anything else passes.
 */
export function refuseRounded(value: unknown): void {
	if (isRounded(value)) {
		throw new InputProblem(
			`holds ${quote(value)}, which is a rounded number`,
			'The spreadsheet cell has turned it into a rounded number; format the column as text, enter the digits again and hand them on as text.',
		);
	}
}
