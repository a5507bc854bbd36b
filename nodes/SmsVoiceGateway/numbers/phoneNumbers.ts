import { lastDigits, refuseRounded, splitList } from './digits';
import { cleanNumber, isOneNumber, noNumber } from './phoneNumber';
import { InputProblem, quote } from '../values/inputProblem';

/** Of several numbers each has so many digits: fewer may be a part of one. */
const COMPLETE = 7;

/** What stands between two numbers, beside what separates any values (SEPARATOR): a bar or a slash, where each is complete. */
const BETWEEN_COMPLETE = new RegExp(
	`[|\\\\/](?<=(?:\\p{Nd}\\P{Nd}*){${COMPLETE}})(?=(?:\\P{Nd}*\\p{Nd}){${COMPLETE}})`,
	'u',
);

/** Two commas with nothing between them, as before what is dialled after a pause. */
const PAUSE =
	/(?<=\p{Nd}[^\S\r\n]*)[,;\u060c\u061b](?:[^\S\r\n]*[,;\u060c\u061b])+[^\S\r\n]*\p{Nd}.*/u;

/** The numbers of a list, cleaned. Throws InputProblem for anything empty, for what is no number, and for parts of one. */
function cleanNumbers(value: unknown) {
	if (isOneNumber(value)) return [cleanNumber(value)];
	// Before the split: in "9121234567,0" the comma is a decimal mark.
	if (isOneNumber(refuseRounded(value))) return [cleanNumber(value)];
	for (const text of [value].flat())
		if (typeof text === 'string' && PAUSE.test(text))
			throw noNumber(text, 'has nothing between two commas');
	const numbers = splitList(value)
		.flatMap((piece) => (typeof piece === 'string' ? piece.split(BETWEEN_COMPLETE) : [piece]))
		.map((piece) => cleanNumber(piece));
	const short = numbers.find((number) => number.replace('+', '').length < COMPLETE);
	if (short !== undefined && numbers.length > 1)
		throw noNumber(
			value,
			`has ${short} among several, of which each has ${COMPLETE} digits or more`,
		);
	return numbers;
}

/**
 * Some numbers as they leave, each once, in the order given, and what was given more than once. Throws InputProblem for a
 * number that does not fit the format.
 */
export function eachOnce(written: readonly string[], format?: NumberFormat) {
	/** By what all writings of one have in common. */
	const numbers = new Map<number, string>();
	const repeated = new Set<string>();
	for (const number of written) {
		const leaving = format === undefined ? number : formatNumber(number, format);
		const same = lastDigits(leaving);
		const first = numbers.get(same);
		if (first === undefined) numbers.set(same, leaving);
		else repeated.add(first);
	}
	return { numbers: [...numbers.values()], repeated: [...repeated] };
}

/** The recipients of a message: one number, several in a text, or an array. Throws InputProblem for anything else. */
export const readDestinations = (value: unknown) => eachOnce(cleanNumbers(value));

/** What is said of a number that was given more than once. */
export const saidOnce = (number: string) =>
	`${number} was given more than once and gets the message once`;

/** The one number that `what` ("a call") goes to. Throws InputProblem for several, even where they are the same. */
export function readOneDestination(value: unknown, what = 'a call'): string {
	const [number = '', ...others] = cleanNumbers(value);
	if (others.length === 0) return number;
	throw new InputProblem(
		`holds ${others.length + 1} numbers, but ${what} goes to one`,
		'Write one, such as the first: {{ String($json.phone).split(/[,;]/)[0] }}. For a message to each, make a list without [0], and put a Split Out node behind it.',
	);
}

/** How numbers of one country are to be written. */
export interface NumberFormat {
	/** Without + or zeros, for example 98. */
	countryCode: string;
	/** Fewest and most digits of a national number, without the digit that is dialled before it. */
	nationalLength: readonly [fewest: number, most: number];
	/** What is dialled before a national number within the country: 0 in most, 8 in Russia, nothing in Spain. */
	trunkPrefix: string;
	writeAs: 'national' | 'international' | 'plus' | 'zeros';
}

/** What stands before the country code. */
const MARKS = { international: '', plus: '+', zeros: '00' };

/**
 * A cleaned number in the form that is wanted, whichever of the usual ways it is written in: `+98912…`, `0098912…`,
 * `98912…`, `0912…`, or `912…`, of which a spreadsheet has dropped the zero. With + or 00 and another country code it is
 * written in the same form; for `national` it stays as it is. Throws InputProblem for one that is none of these, or may as
 * well be another.
 */
export function formatNumber(number: string, format: NumberFormat): string {
	const { countryCode, nationalLength, trunkPrefix, writeAs } = format;
	const [fewest, most] = nationalLength;
	const [mark = ''] = /^(?:\+|00)/.exec(number) ?? [];
	const isOfCountry = number.startsWith(countryCode, mark.length);
	if (mark !== '' && !isOfCountry) {
		return `${writeAs === 'national' ? mark : MARKS[writeAs]}${number.slice(mark.length)}`;
	}
	const prefixes = mark === '' ? [countryCode, trunkPrefix, ''] : [`${mark}${countryCode}`];
	const nationals = prefixes
		.filter((prefix) => number.startsWith(prefix))
		.map((prefix) => number.slice(prefix.length))
		.filter(({ length }) => length >= fewest && length <= most)
		// Where a zero is dialled before a national number, none begins with one: there it is a digit too few.
		.filter((rest) => !(trunkPrefix.startsWith('0') && rest.startsWith('0')));
	const [national, another = national] = nationals;
	// Digits that begin with the country code may be a whole number that lacks one, where lengths differ.
	const isShort = national === number && isOfCountry && fewest < most;
	if (national === undefined || another !== national || isShort) {
		const lengths = fewest === most ? most : `${fewest} to ${most}`;
		const has = national === undefined ? 'does not have' : 'may be another number than one of';
		throw new InputProblem(
			`holds ${quote(number)}, which ${has} ${lengths} digits after country code ${countryCode}, as 'Number Format' requires`,
			'Check the number for missing or doubled digits, and write it with + and its country code.',
		);
	}
	if (writeAs === 'national') return `${trunkPrefix}${national}`;
	return `${MARKS[writeAs]}${countryCode}${national}`;
}
