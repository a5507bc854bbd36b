import type { Json } from '../values/json';
import { plainDigits } from '../numbers/plainDigits';
import type { RowVerdict, Said } from './answer';
import { idIn, type entriesOf } from './data';
import { firstOf, valuesByName } from './byName';
import { RECIPIENT } from './names';
import { signalsOfEntry } from './signals';

/** Reads what an answer has for each of the numbers that a request carried. */
export function readParts(numbers: readonly string[], found: ReturnType<typeof entriesOf>) {
	const bare = found?.bare ?? false;
	const isText = typeof found?.source === 'string';
	const given = isText ? withoutNumbers(found.entries, numbers) : (found?.entries ?? []);
	const paired = pairEntries(numbers, given);
	const entries = paired ?? given;
	// One record may be the whole answer, and count for all.
	const counts = entries.length === 1 ? numbers.length : 0;
	const read = entries.map((entry) => signalsOfEntry(entry, bare, counts));
	// A whole answer that is a list may begin with a code: [5, "credit is not enough"].
	const isCoded = bare && !isRecord(entries[0]) && read[0]?.accept !== true;
	const isEach = paired !== undefined && !isCoded;
	const ids = read.map(({ accept, refuse, doubt }, at) =>
		accept && !refuse && !doubt && !isCoded ? idIn(entries[at] ?? null, bare) : undefined,
	);
	const known = ids.filter((id) => id !== undefined);
	return {
		/** Whether there is an entry for each number, in the order of the numbers. */
		isEach,
		/** Whether they stand in a list. */
		isList: Array.isArray(found?.source),
		entries,
		/** The evidence of each entry. */
		signals: read,
		/** Of those that count: without one for each, an id that nothing names proves nothing. */
		counted: isEach ? read : read.filter((_, at) => isRecord(entries[at])),
		/** The id of each entry that proves an acceptance; of none where one stands twice. */
		ids: new Set(known).size === known.length ? ids : [],
	};
}

/** "success | 989120000000 | 7280147": the number is no id. */
function withoutNumbers(entries: readonly Json[], numbers: readonly string[]): Json[] {
	const own = new Set(numbers.map(sameNumber));
	return entries.filter((entry) => !own.has(sameNumber(String(idIn(entry, false)))));
}

const isRecord = (entry: Json | undefined): boolean => typeof entry === 'object' && entry !== null;

/** The verdict of each row by what is said of it: with its ids, and with the part of the answer that is its own. */
export function toRows(
	rows: ReadonlyArray<readonly string[]>,
	said: readonly Said[],
	{ isEach, entries, ids }: ReturnType<typeof readParts>,
	notTaken: readonly Json[],
): RowVerdict[] {
	const numbers = rows.flat().length;
	let next = 0;
	return said.map((one, index): RowVerdict => {
		const from = next;
		const length = rows[index]?.length ?? 0;
		next += length;
		const given = isEach ? ids.slice(from, next) : ids;
		const known = given.filter((id) => id !== undefined);
		const verdict = { ...one, ids: isEach || rows.length === 1 ? known : [] };
		if (one.kind !== 'accepted') {
			const own = isEach && length === 1 ? entries[from] : undefined;
			return { ...verdict, ...(own !== undefined && { response: own }) };
		}
		const isCounted = rows.length === 1 || entries.length > 1 || !isRecord(entries[0]);
		const count = isCounted ? known.length : 0;
		const warning = warningOf(
			count,
			isEach ? length : numbers,
			rows.length === 1 ? notTaken.length : 0,
		);
		return { ...verdict, ...(warning !== undefined && { warning }) };
	});
}

/** Where an answer that proves an acceptance counts otherwise than the request. */
function warningOf(ids: number, numbers: number, notTaken: number): string | undefined {
	if (notTaken === 0 && (ids === 0 || ids === numbers)) return undefined;
	const named = notTaken === 0 ? '' : `, and names ${notTaken} that it did not take`;
	return `The service's answer has ${ids} message ${ids === 1 ? 'ID' : 'IDs'} for ${numbers} ${numbers === 1 ? 'number' : 'numbers'}${named}. Look in the panel of your provider which of them were taken.`;
}

/**
 * What an answer has for each number, in the order of the numbers: by the number that an entry names, else by place.
 * Undefined where that is not certain, or where there is not one for each.
 */
function pairEntries(numbers: readonly string[], entries: readonly Json[]): Json[] | undefined {
	if (entries.length !== numbers.length) return undefined;
	const named = entries.map(numberIn);
	const own = numbers.map(sameNumber);
	if (own.every((number, index) => named[index] === undefined || named[index] === number))
		return [...entries];
	const byNumber = new Map(entries.map((entry, index) => [named[index], entry]));
	const paired = own.map((number) => byNumber.get(number));
	const isCertain = new Set(own).size === own.length && paired.every((one) => one !== undefined);
	return isCertain ? paired : undefined;
}

function numberIn(entry: Json): string | undefined {
	const number = firstOf(valuesByName(entry), ...RECIPIENT);
	return typeof number === 'string' || typeof number === 'number'
		? sameNumber(String(number))
		: undefined;
}

/** The number that is given, as itself or in a record, in the form in which all its writings are the same. */
export const numberOf = (given: Json): string => numberIn(given) ?? sameNumber(String(given));

/** Services write 0912…, 98912… and +98912… for one number: its last digits are the same. */
export function sameNumber(number: string): string {
	return plainDigits(number).replace(/\D/g, '').replace(/^0+/, '').slice(-10);
}
