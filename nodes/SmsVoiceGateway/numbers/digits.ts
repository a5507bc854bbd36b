import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';

/** Digits of all scripts but ASCII. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;

/** Format characters that numbers copied from right-to-left text or a web page carry unseen. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Nearly every text has none, and is read several times. */
const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Digits of other scripts that were read before. */
const known = new Map<string, string>();

/** A digit as ASCII: Unicode has the ten of a set one after the other, from zero on. */
function asAscii(digit: string): string {
	const before = known.get(digit);
	if (before !== undefined) return before;
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
	const ascii = String((code - first) % 10);
	known.set(digit, ascii);
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
	return isWhole ? text.replace(/[.,\u066b]0+/, '') : value;
}

/** As many digits as a phone's own contact list compares: shorter than any country code with a national number behind it. */
const COMPARED = 10;

/**
 * What all writings of one number have in common: its last ten digits, as a number, since zeros in front, which sheets drop,
 * say nothing. `+98 912 123 4567`, `0912…` and `912…` all give 9121234567. Never throws.
 */
export function lastDigits(number: string): number {
	let value = 0;
	let place = 1;
	for (let at = number.length - 1; at >= 0 && place < 10 ** COMPARED; at--) {
		const digit = number.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) continue;
		value += digit * place;
		place *= 10;
	}
	return value;
}

/** The same as text. */
export const sameNumber = (number: string): string => String(lastDigits(number));

/**
 * What separates the values of any list, of numbers or ids: commas and semicolons of Latin, Arabic and full-width text, but
 * of `tel:…;ext=`; every line break of a pasted column; and what Google's contacts have between two numbers of a person.
 * Between complete numbers more may stand: `BETWEEN_COMPLETE`.
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
