import { emptyProblem, InputProblem, quote } from '../values/inputProblem';
import { cleanNumber, digitsIn, noNumber, SEVERAL, WHOLE } from './phoneNumber';
import { plainDigits } from './plainDigits';
import { splitList } from './splitList';

/** What stands between two whole numbers, as in exports of contacts. */
const BAR = /:::|[|\\/]/;

/** Two commas with nothing between them, as before what is dialled after a pause. */
const EMPTY_BETWEEN = /(?<=[^\s,;])[^\S\r\n]*([,;])(?:[^\S\r\n]*[,;])+[^\S\r\n]*[^\s,;].*/;

function numbersBesideBars(piece: unknown): unknown[] {
	if (typeof piece !== 'string' || !BAR.test(piece)) return [piece];
	const numbers = piece.split(BAR).filter((number) => plainDigits(number).trim() !== '');
	const areWhole = numbers.every((number) => digitsIn(plainDigits(number)) >= WHOLE);
	return areWhole && numbers.length > 0 ? numbers : [piece];
}

/** The numbers of a list, cleaned. Throws InputProblem for anything empty, for what is no number, and for parts of one. */
function cleanNumbers(value: unknown): string[] {
	for (const text of Array.isArray(value) ? (value as unknown[]) : [value]) {
		const commas =
			typeof text === 'string' ? plainDigits(text).replace(/[\u060c\u061b]/g, ',') : '';
		const [rest] = EMPTY_BETWEEN.exec(commas) ?? [];
		if (rest !== undefined)
			throw noNumber(text, 'has nothing between two commas', quote(rest), SEVERAL);
	}
	const numbers = splitList(value).flatMap(numbersBesideBars).map(cleanNumber);
	const short = numbers.length > 1 && numbers.find((number) => digitsIn(number) < WHOLE);
	if (typeof short !== 'string') return numbers;
	throw new InputProblem(
		`holds ${numbers.length} numbers, of which ${short} is too short: of several, each has ${WHOLE} digits or more`,
		'Leave out extensions, write one number without commas, and send to a short number by an item of its own.',
	);
}

/**
 * The recipients of a message: one number, several in a text, or an array. `destinations` holds each number once, in the
 * order given; `repeated` holds each number that was given more than once. Throws InputProblem as `cleanNumber`, and
 * for a list with a part of a number in it.
 */
export const readDestinations = (value: unknown) => eachOnce(cleanNumbers(value));

/** Some numbers, each once, in the order given; and those that were given more than once. */
export function eachOnce(numbers: readonly string[]): {
	destinations: string[];
	repeated: string[];
} {
	const destinations = new Set<string>();
	const repeated = new Set<string>();
	for (const number of numbers) (destinations.has(number) ? repeated : destinations).add(number);
	return { destinations: [...destinations], repeated: [...repeated] };
}

/** What is said of a number that was given more than once. */
export const saidOnce = (number: string): string =>
	`${number} was given more than once and gets the message once`;

/** The one number that `what` ("a call") goes to. Throws InputProblem for several, even where they are the same. */
export function readOneDestination(value: unknown, what = 'a call'): string {
	const [number, ...others] = cleanNumbers(value);
	if (number === undefined) throw emptyProblem();
	if (others.length === 0) return number;
	throw new InputProblem(
		`holds ${others.length + 1} numbers, but ${what} goes to one`,
		'Use one item per number, for example with a Split Out node before this one.',
	);
}
