import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';
import { plainDigits, refuseRounded } from './digits';
import { doubtIn } from './doubts';

/** Short codes have 3 digits or more, E.164 allows 15. */
const FEWEST = 3;
const MOST = 15;

/** A number that needs no cleaning and no second look, as most rows of a sheet have it. */
const CLEAN = /^(?!00\d\d)\d{3,15}$/;

/** Groups of digits, perhaps with a + before them, any of them in brackets; between two a space, a dash or a dot. */
const WRITTEN =
	/^[([{\uff08\uff3b]?\+?[([{\uff08\uff3b\p{Zs}]*\d(?:\p{Zs}*(?:[)\]}\uff09\uff3d]\p{Zs}*)?(?:[.\uff0e\p{Pd}\u2212]\p{Zs}*)?(?:[([{\uff08\uff3b]\p{Zs}*)?\d)*\p{Zs}*[)\]}\uff09\uff3d]?$/u;

/** Whether a value is written as one number, if it is one. */
export const isOne = (value: unknown): value is string =>
	typeof value === 'string' && WRITTEN.test(plainDigits(value));

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
	if (!WRITTEN.test(text)) throw noNumber(value, 'is not a phone number');
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
