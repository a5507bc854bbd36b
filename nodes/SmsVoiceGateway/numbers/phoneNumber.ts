import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';
import { plainDigits, refuseRounded } from './digits';

/** Short codes have 3 digits or more, E.164 allows 15. */
const FEWEST = 3;
const MOST = 15;

/** A number that needs no cleaning and no second look, as most rows of a sheet have it. */
const CLEAN = /^(?!00\d\d)\d{3,15}$/;

/** Groups of digits, perhaps with a + before them, any of them in brackets; between two a space, a dash or a dot. */
const ONE_NUMBER =
	/^[([{\uff08\uff3b]?\+?[([{\uff08\uff3b\p{Zs}]*\d(?:\p{Zs}*(?:[)\]}\uff09\uff3d]\p{Zs}*)?(?:[.\uff0e\p{Pd}\u2212]\p{Zs}*)?(?:[([{\uff08\uff3b]\p{Zs}*)?\d)*\p{Zs}*[)\]}\uff09\uff3d]?$/u;

/** Whether a value is written as one number, if it is one. */
export const isOneNumber = (value: unknown): value is string =>
	typeof value === 'string' && ONE_NUMBER.test(plainDigits(value));

/** What exports and formulas put around a number: quotes, the brackets of a list, `="0912…"`, `tel:`, `p:`. */
const BEFORE =
	/^[\s[]*(?:=(?=\s*["']))?[\s"'`\u2018-\u201f\xab\xbb]*(?:(?:tel|sms|smsto|callto|p):(?:\/\/)?\s*)?/i;
const AFTER = /[\s"'`\u2018-\u201f\xab\xbb\]|]+$/;

/** A slash behind an area code: `0171/1234567`. */
const SLASH = /^([^/]+)\/(?=[^/]*$)(?=(?:[^/\d]*\d){5})/;

/** More characters than any number is written with. */
const LONGEST = 200;

/** Why a value is not the number that it should be. */
export const noNumber = (value: unknown, why: string) =>
	new InputProblem(
		`holds ${quote(value)}, which ${why}`,
		'Check its column; write the digits that are dialled and no others, with or without a + in front, for example 09121234567, and a comma between several.',
	);

/** What a value says, without what programs put around a number. */
function textOf(value: unknown): string {
	const given = refuseRounded(value);
	if (typeof given !== 'string' || given.length > LONGEST) return '';
	const text = plainDigits(given).replace('\uff0b', '+').replace(BEFORE, '').replace(AFTER, '');
	return String(refuseRounded(text)).replace(SLASH, '$1 ');
}

/**
 * One phone number (text or JSON number) as digits with an optional leading +. Cleaned, never guessed at: no country code
 * and no leading zero is added. Throws InputProblem for what may be another number, or none of 3 to `most` digits.
 */
export function cleanNumber(value: unknown, most = MOST): string {
	if (typeof value === 'string' && CLEAN.test(value)) return value;
	if (isBlank(value)) throw emptyProblem();
	const text = textOf(value);
	if (!ONE_NUMBER.test(text)) throw noNumber(value, 'is not a phone number');
	const number = text.replace(/[^+\d]/g, '');
	const count = number.replace('+', '').length;
	if (count < FEWEST || count > most) {
		const digits = count === 1 ? '1 digit' : `${count} digits`;
		throw new InputProblem(
			`holds ${quote(value)}, which has ${digits}; a phone number has ${FEWEST} to ${most}`,
			'Check the number for missing or doubled digits.',
		);
	}
	const doubt = doubtIn(text);
	if (doubt !== undefined) throw noNumber(value, doubt);
	return number;
}

/** What else is written in groups of digits; Swiss `079.123.45.67` and German `030.123456` are numbers and nothing else. */
const OTHERS: ReadonlyArray<readonly [name: string, form: RegExp]> = [
	[
		'a date',
		/^(?:1[34]|19|20|25)\d\d[\p{Zs}.\p{Pd}]+[01]?\d(?:[\p{Zs}.\p{Pd}]+[0-3]?\d(?:\p{Zs}.*)?)?$/u,
	],
	[
		'a date',
		/^(?:[0-3]?\d[\p{Zs}.\p{Pd}]+)?[0-3]?\d[\p{Zs}.\p{Pd}]+(?:1[34]|19|20|25)\d\d(?:\p{Zs}\d\d?(?:\.\d\d)*)?$/u,
	],
	[
		'a date',
		/^(?:[0-3]?\d[.\p{Pd}]\p{Zs}*[01]?\d|[01]?\d[.\p{Pd}]\p{Zs}*[0-3]?\d)[.\p{Pd}]\p{Zs}*\d\d$/u,
	],
	['an IP address', /^(?:(?:[1-9]?\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?=\d)|$)){4}$/],
	['an amount', /^(?:(?:0|[1-9]\d*)\.\d+|[1-9](?:\.\d{3}){2,})$/],
	['a range or a version', /^(?!(?:\D*\d){6})\d+.*[.\p{Pd}]/u],
];

/** Seven digits, and behind a gap seven more. */
const TWO = /\d(?:\D*\d){6}\D+\d(?:\D*\d){6}/;

/** The 0 that is dialled within a country, behind its code (ITU-T E.164) or in its place. */
const CODE_AND_ZERO =
	/^(?:[17]|2[07]|3[0-469]|4[^2]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[^07]|3[578]|42|5[09]|6[7-9]|8[^1246]|9[679])\d)?0/;

/** Countries whose numbers begin with it, as libphonenumber says. */
const KEEPS_ZERO = /^(?:39|22[569]|24[12]|250(?=06)|378|992)0/;

/** Without + or 00, what stands before a whole number with its 0: a country code, or a place in a list. Belarus dials an 8. */
const BEFORE_ZERO = /^\D*(?!8\D)\d{1,3}\D+0(?:\D*\d){8}|^\d{1,3}[.)\]]\s/;
const ZERO_IN_BRACKETS = /\d.*[([{\uff08\uff3b]\s*0\s*[)\]}\uff09\uff3d]/s;

/** An extension, or a count, behind a whole number. */
const TAILS = [
	// In brackets, or behind the only dash.
	/(?:\d\D*){7}[([{\uff08\uff3b]\s*\d{1,4}\D*$/,
	/^(?:[^\d\p{Pd}\u2212]*\d){7,}[^\d\p{Pd}\u2212]*[\p{Pd}\u2212]\s*\d\d?\D*$/u,
	/^(?:[^\d\p{Pd}\u2212]*\d){10,}[^\d\p{Pd}\u2212]*[\p{Pd}\u2212]\s*\d{3,4}\D*$/u,
	// Behind a number of North America: `201-555-0123`.
	/^\D*(?:1\D+)?\d{3}\D+\d{3}\D+\d{4}\D+\d{1,4}\D*$/,
	// Two digits shorter than the group before it.
	/(?:\d\D*){4}\d{3}\D+\d\D*$|(?:\d\D*){3}\d{4}\D+\d\d\D*$|(?:\d\D*){2}\d{5}\D+\d{3}\D*$|\d\D*\d{6}\D+\d{4}\D*$/,
	// Behind more digits than libphonenumber writes before such a group in any country.
	/(?:\d\D*){9}\d\D+\d\D*$|(?:^0\D*(?:\d\D*){9}|(?:\d\D*){11})\d\D+\d\d\D*$|(?:\d\D*){10}\d\D+\d{3}\D*$|(?:\d\D*){9}\d\D+\d{4}\D*$/,
];

/** What the digits of a text are, or may be, besides one phone number; undefined where they are nothing else. */
export function doubtIn(text: string): string | undefined {
	const number = text.replace(/^[^\d+]*(?:\+|00)/, '');
	const isAbroad = number !== text;
	const digits = number.replace(/\D/g, '');
	const hasZero = isAbroad ? CODE_AND_ZERO.test(digits) : BEFORE_ZERO.test(number);
	const zero =
		(hasZero && !KEEPS_ZERO.test(digits)) || ZERO_IN_BRACKETS.test(text)
			? 'has a 0 behind a country code, or behind a place in a list'
			: undefined;
	if (digits === number) return zero;
	const [other] = OTHERS.find(([, form]) => form.test(text)) ?? [];
	if (other !== undefined) return `reads as ${other}`;
	// A country code says that all behind it is one.
	if (TWO.test(isAbroad ? number.replace(/\d+/, '') : number)) return 'may be two numbers';
	if (zero !== undefined || !TAILS.some((form) => form.test(number))) return zero;
	return `has ${quote(number.slice(number.search(/\D+\d+\D*$/)))} behind a whole number`;
}
