import { InputProblem, quote } from '../values/inputProblem';

/** Digits of all scripts but ASCII. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Format characters that numbers copied from right-to-left text or a web page carry unseen. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Nearly every text has none, and is read several times. */
const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

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

/** A text with its Persian, Arabic, Indian … digits as ASCII. */
export const asciiDigits = (text: string): string =>
	isAscii(text) ? text : text.replace(FOREIGN_DIGIT, asAscii);

/** The same without invisible marks: for numbers, ids and dates; never for a message. */
export const plainDigits = (text: string): string =>
	isAscii(text) ? text : asciiDigits(text.replace(INVISIBLE, ''));

/** As Excel shows a long number ("9.89121E+11", in other locales "9,89121E+11") or JavaScript prints one. */
const EXPONENT = /^\+?\d+(?:[.,\u066b]\d+e[+-]?|e[+-])\d+$/i;

/**
 * As pandas writes a whole number beside an empty cell, in some countries with a comma. `300.000` may be three hundred
 * thousand: these are no decimals.
 */
const ZERO_DECIMALS = /^\+?[1-9]\d*(?:\.0{1,2}|(?<=\d{4})\.0+|(?<=\d{7})[,\u066b]0{1,2})$/;

/**
 * A number or an id as it was given, a whole number as its digits, without the zeros that a program has put behind them.
 * Throws InputProblem where digits are lost: above 2^53, and in exponent notation.
 */
export function refuseRounded(value: unknown): unknown {
	const text =
		typeof value === 'string'
			? plainDigits(value).trim()
			: typeof value === 'number'
				? value.toFixed(1)
				: '';
	const isWhole = ZERO_DECIMALS.test(text);
	if (EXPONENT.test(text) || (isWhole && !Number.isSafeInteger(parseInt(text)))) {
		throw new InputProblem(
			`holds ${quote(value)}, which is a rounded number`,
			'The spreadsheet cell has turned it into a rounded number; format the column as text, enter the digits again and hand them on as text.',
		);
	}
	return isWhole ? text.replace(/[.,\u066b]0+$/, '') : value;
}
