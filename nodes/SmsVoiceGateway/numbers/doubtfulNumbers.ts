import { InputProblem, quote } from '../values/inputProblem';
import { plainDigits } from './plainDigits';

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

/** Throws InputProblem for a text whose commas may stand within one number. */
export function refuseCommas(value: string): void {
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
export function numbersBesideBars(piece: unknown): unknown[] {
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

/** The zero that is dialled only within the country. */
const ZERO_IN_BRACKETS = /\d.*[([{\uff08\uff3b\uff5b]\s*0\s*[)\]}\uff09\uff3d\uff5d]/s;

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
export function refuseDoubtful(value: unknown, text: string): void {
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
