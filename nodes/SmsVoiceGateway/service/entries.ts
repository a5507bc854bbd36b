import { lastDigits, plainDigits } from '../numbers/digits';
import { isJsonObject, type Json } from '../values/json';
import {
	ENVELOPE,
	fieldsIn,
	idOf,
	IS_ID,
	IS_NUMBER,
	LEAST_ID,
	type Member,
	textOf,
} from './readings';

/** The least number that is an ID in an answer that is nothing but a list. */
const LEAST_BARE = 100_000;

/** An answer's envelopes from outside to inside, also as lists of one. */
export function envelopesIn(response: Json): Array<{ object: Json; fields: Member[] }> {
	const found: Array<{ object: Json; fields: Member[] }> = [];
	const places = [response];
	for (const value of places) {
		const object = Array.isArray(value) && value.length === 1 ? value[0] : value;
		if (!isJsonObject(object)) continue;
		const fields = fieldsIn(object);
		found.push({ object, fields });
		for (const [name, inner] of fields) if (ENVELOPE.test(name)) places.push(inner);
	}
	return found;
}

/** The ID that a record names, by the better name: it may have one of its own besides. */
export function idIn(record: Json): string | undefined {
	let own: string | undefined;
	if (!isJsonObject(record)) return undefined;
	for (const [name, value] of fieldsIn(record)) {
		const id = IS_ID.test(name) ? idOf(value) : undefined;
		if (id !== undefined && name !== 'id') return id;
		own ??= id;
	}
	return own;
}

/**
 * What an answer has for its messages, in their order: a `list` in one of its envelopes, or one ID in the place of a list; else
 * the record that names an ID. `least`: the least number that is an ID there.
 */
export function messagesIn(response: Json): {
	messages: readonly Json[];
	list: Json | undefined;
	least: number;
} {
	if (Array.isArray(response)) return { messages: response, list: response, least: LEAST_BARE };
	const envelopes = envelopesIn(response);
	const fields = envelopes.flatMap((envelope) => envelope.fields);
	const record = envelopes.find(({ object }) => idIn(object))?.object;
	const isList = ([name, value]: Member) =>
		Array.isArray(value) && value.length > 0 && (ENVELOPE.test(name) || IS_ID.test(name));
	const isSingle = ([name, value]: Member) =>
		record === undefined && name === 'data' && idOf(value, LEAST_ID);
	const found = fields.find(isList) ?? fields.find(isSingle);
	if (found === undefined)
		return { messages: record === undefined ? [] : [record], list: undefined, least: 1 };
	const [name, list] = found;
	const isOwn = ['data', 'messages', 'calls'].includes(name);
	const least = IS_ID.test(name) ? 1 : isOwn ? LEAST_ID : LEAST_BARE;
	return { messages: Array.isArray(list) ? list : [list], list, least };
}

/** Whether some values stand for some numbers, one for each and in their order, as far as they name them. */
export const areFor = (
	values: readonly Json[],
	least: number,
	numbers: readonly string[],
): boolean =>
	values.length === numbers.length &&
	values.every((value, at) => {
		if (isJsonObject(value))
			return fieldsIn(value).every(
				([name, number]) =>
					!IS_NUMBER.test(name) ||
					!number ||
					lastDigits(plainDigits(String(number))) === lastDigits(numbers[at] ?? ''),
			);
		// A whole answer that is a list may begin with a code: [5, "credit is not enough"].
		return least !== LEAST_BARE || idOf(value, least) !== undefined;
	});

/**
 * A number that is read in one way only: digits, with one point for decimals where these are not three behind three at most
 * (`1.234` may be a thousand), or groups of three twice or more, of which the first begins with no zero (`1,500` may be one and a half).
 */
const NUMBER =
	/^-?(?:(?![1-9]\d{0,2}\.\d{3}$)\d{1,15}(?:\.\d+)?|[1-9]\d{0,2}(?:(?:,\d{3}){2,4}|(?:[\s'’٬]\d{3}){2,4})(?:\.\d+)?)$/;

/**
 * The credit as a number where it is read in one way only, else as the service wrote it: by its name, in `data`, or in
 * a list of one; null where the answer names none. `byName`: a number alone may be anything's.
 */
export function readCredit(response: Json, byName = false): string | number | null {
	const fields = envelopesIn(response).flatMap((envelope) => envelope.fields);
	const valueOf = (names: RegExp) =>
		fields
			.filter(([name]) => names.test(name))
			.map(([, value]) => (Array.isArray(value) && value.length === 1 ? value[0] : value))
			.find((value) => typeof value === 'string' || typeof value === 'number');
	const named = valueOf(/^credit$/);
	const other = byName ? undefined : valueOf(/^(?:data|result)$/);
	const credit = named ?? other ?? '';
	const text = textOf(credit);
	if (text === '' || (named === undefined && !/\d/.test(text))) return null;
	return NUMBER.test(text) ? Number(text.replace(/[^\d.-]/g, '')) : credit;
}
