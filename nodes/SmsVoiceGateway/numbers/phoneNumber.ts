import { emptyProblem, InputProblem, quote } from '../values/inputProblem';
import { plainDigits, refuseRounded } from './digits';

/** E.164 allows 15 digits at most; short codes have 3 or more. */
const FEWEST = 3;
const MOST = 15;

/** Fewer digits than this may be a part of a number; of several numbers each has so many. */
export const WHOLE = 7;

/** A number that needs no cleaning and no second look, as most rows of a sheet have it. */
const CLEAN = /^(?!00\d\d)\d{3,15}$/;

/** Spaces within a line (a line break separates two numbers), dashes with the minus sign, dots, brackets. */
const SEPARATORS = /[\p{Zs}\p{Pd}\u2212.\uff0e()[\]{}\uff08\uff09\uff3b\uff3d]/gu;

/** What exports and formulas put around a number: quotes, the brackets of a list, `="0912…"`, `tel:`, `p:`. */
const BEFORE =
	/^[\s[]*(?:=(?=\s*["']))?[\s"'`\u2018-\u201f\xab\xbb]*(?:(?:tel|sms|smsto|callto|p):(?:\/\/)?\s*)?/i;
const AFTER = /[\s"'`\u2018-\u201f\xab\xbb\]]+$/;

/** A slash behind an area code: `0171/1234567`. */
const SLASH = /^([^/]+)\/(?=[^/]*$)(?=(?:[^/\d]*\d){5})/;

/** More characters than any number is written with. */
const LONGEST = 200;

/** The 0 that is dialled within a country, behind its code (ITU-T E.164) or in its place. */
const CODE_AND_ZERO =
	/^(?:[17]|2[07]|3[0-469]|4[^2]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[^07]|3[578]|42|5[09]|6[7-9]|8[^1246]|9[679])\d)?0/;

/** Countries whose numbers begin with it, as libphonenumber says. */
const KEEPS_ZERO = /^(?:39|22[569]|24[12]|250(?=06)|378|992)0/;

/** Without + or 00, what stands before a whole number with its 0: a country code, or a place in a list. Belarus dials an 8. */
const BEFORE_ZERO = /^\D*(?!8\D)\d{1,3}\D+0(?:\D*\d){8}|^\d{1,3}[.)\]]\s/;
const ZERO_IN_BRACKETS = /\d.*[([{\uff08\uff3b]\s*0\s*[)\]}\uff09\uff3d]/s;

/** What is a number before other characters follow. */
const NUMBER_BEFORE = /^[^\p{L}\p{N}\p{P}]*\+?[\d\p{Zs}\p{Pd}\u2212.()]*\d/u;

/** The text without all that people write between the digits of a number; other characters stay. Never throws. */
export const stripSeparators = (text: string): string =>
	plainDigits(text).trim().replace(SEPARATORS, '').replace('\uff0b', '+');

export const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** Why a value is no number, or may be another than its digits are: what was seen, and what is to be left out. */
export const noNumber = (value: unknown, saw: string, extra = '', several = ''): InputProblem =>
	new InputProblem(
		`holds ${quote(value)}, which ${saw}`,
		`${extra === '' ? 'Write' : `Leave out ${extra}: write`} digits only, with or without a + in front, for example 09121234567${several}.`,
	);

/** What an advice says of several numbers. */
export const SEVERAL = '; separate several numbers with a comma';

/** Whether digits stand apart in such a way that both sides may be numbers. */
function mayBeTwo(groups: readonly string[]): boolean {
	const all = groups.join('').length;
	let before = 0;
	return groups.some(({ length }) => (before += length) >= WHOLE && all - before >= WHOLE);
}

/** Behind so many digits, by its length, no group ends a number as libphonenumber writes those of all countries. */
const TOO_MANY_BEFORE = [NaN, 10, 12, 11, 10];

/** A whole number of North America, after which nothing follows: `201-555-0123`. */
const NORTH_AMERICAN = /^\D*(?:1\D+)?\d{3}\D+\d{3}\D+\d{4}$/;

/**
 * An extension, or a count, behind a whole number: a last group of one to four digits in brackets, behind a dash as there
 * is no other, behind a North American number, two digits shorter than the group before it, or behind more digits than any
 * number has there.
 */
function tailOf(number: string): string {
	const [, head = '', between = '', { length } = ''] =
		/^(.*\d)(\D+)(\d{1,4})\D*$/s.exec(number) ?? [];
	const isApart = /[\p{Pd}\u2212]/u.test(between) && !head.includes(between);
	const isSure =
		/[([{\uff08\uff3b]/.test(between) ||
		(isApart && length < 3) ||
		NORTH_AMERICAN.test(head) ||
		(/\d+$/.exec(head)?.[0].length ?? 0) > length + 1;
	const most = isApart
		? 10
		: (TOO_MANY_BEFORE[length] ?? NaN) - Number(/^0/.test(number) && length === 2);
	return digitsIn(head) >= (isSure ? WHOLE : most) ? number.slice(head.length) : '';
}

/** Throws InputProblem for a text that may be another number than its digits are, or more than one. */
function refuseDoubtful(value: unknown, text: string): void {
	const number = text.replace(/^[^\d+]*(?:\+|00)/, '');
	const isAbroad = number !== text;
	const digits = number.replace(/\D/g, '');
	const groups = number.match(/\d+/g) ?? [];
	// A country code says that all is one.
	if (mayBeTwo(isAbroad ? groups.slice(1) : groups)) {
		throw noNumber(value, 'may be two numbers', '', SEVERAL);
	}
	const hasZero = isAbroad ? CODE_AND_ZERO.test(digits) : BEFORE_ZERO.test(number);
	if (ZERO_IN_BRACKETS.test(text) || (hasZero && !KEEPS_ZERO.test(digits))) {
		const saw = 'has a 0 behind a country code, or behind a place in a list';
		throw noNumber(value, saw, 'the 0, or that place');
	}
	const tail = tailOf(number);
	if (tail !== '') throw noNumber(value, `has ${quote(tail)} behind a whole number`, quote(tail));
}

/**
 * One phone number (text or JSON number) as digits with an optional leading +. Cleaned, never guessed at: no country code
 * and no leading zero is added. Throws InputProblem for what may be another number, or none of 3 to 15 digits.
 */
export function cleanNumber(value: unknown): string {
	if (typeof value === 'string' && CLEAN.test(value)) return value;
	if (value === undefined || value === null) throw emptyProblem();
	refuseRounded(value);
	const isNumber = typeof value === 'string' || Number.isInteger(value);
	const plain = isNumber ? plainDigits(String(value)).replace('\uff0b', '+') : '-';
	const text = plain.length > LONGEST ? '-' : plain.replace(BEFORE, '').replace(AFTER, '');
	if (text === '') throw emptyProblem();
	refuseRounded(text);
	const one = text.replace(SLASH, '$1 ');
	const number = stripSeparators(one);
	const several = digitsIn(text) > MOST ? SEVERAL : '';
	if (/^[\p{Pd}\u2212]/u.test(text) || !/^\+?\d+$/.test(number)) {
		const [whole = ''] = NUMBER_BEFORE.exec(text) ?? [];
		const rest = text.slice(whole.length);
		const isWhole = digitsIn(whole) >= WHOLE && rest !== '' && digitsIn(rest) < WHOLE;
		const extra = isWhole ? quote(rest) : '';
		throw noNumber(value, 'is not a phone number', extra, several);
	}
	const count = digitsIn(number);
	if (count < FEWEST || count > MOST) {
		throw new InputProblem(
			`holds ${quote(value)}, which has ${count} ${count === 1 ? 'digit' : 'digits'}; a phone number has ${FEWEST} to ${MOST}`,
			`Check the number for missing or doubled digits${several}.`,
		);
	}
	if (count > FEWEST) refuseDoubtful(value, one);
	return number;
}
