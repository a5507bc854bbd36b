import { isJsonObject, type Json } from '../values/json';
import { firstOf, valuesByName, plainName } from './byName';
import { asId } from './messageId';
import { ANY_ID, ENVELOPE, ID, ID_LIST } from './names';
import { isAccepting, isServiceCode } from './values';

/** Envelopes in envelopes: no service goes deeper. */
export const DEEPEST = 8;

/**
 * The objects in which an answer makes its statements, with what they hold by plain names: itself, and those in its
 * envelopes, from outside to inside.
 */
export function envelopesOf(response: Json) {
	const found: Array<{ object: Json; values: ReturnType<typeof valuesByName> }> = [];
	let level: Json[] = [response];
	for (let depth = 0; depth <= DEEPEST; depth++) {
		const next: Json[] = [];
		for (const object of level) {
			if (!isJsonObject(object)) continue;
			const values = valuesByName(object);
			found.push({ object, values });
			for (const [name, one] of values) if (ENVELOPE.has(name)) next.push(one);
		}
		level = next;
	}
	return found;
}

/**
 * What an answer has for each message, in its order: a list in one of its envelopes, ids under their name, one record, or
 * one id. `source`: the value that they stand in, a list or the one record. `bare`: whether nothing says that they are
 * messages, as they are the whole answer, or a result.
 */
export function entriesOf(
	response: Json,
): { entries: Json[]; source: Json; bare: boolean } | undefined {
	if (Array.isArray(response)) {
		const [only = null, ...others] = response;
		const within = others.length === 0 && isJsonObject(only) ? entriesOf(only) : undefined;
		return within ?? { entries: response, source: response, bare: true };
	}
	if (typeof response === 'string') {
		const ids = idsBehindWord(response) ?? [];
		return ids.length === 0 ? undefined : named(ids, response);
	}
	const envelopes = envelopesOf(response);
	for (const { values } of envelopes) {
		for (const name of ENVELOPE) {
			const list = values.get(name);
			if (Array.isArray(list) && list.length > 0)
				return { entries: list, source: list, bare: !OF_MESSAGES.has(name) };
		}
	}
	for (const { object, values } of envelopes) {
		for (const name of ID_LIST) {
			const one = values.get(name);
			if (Array.isArray(one) && one.length > 0) return named(one, one);
			if (asId(one) !== undefined) return { entries: [object], source: object, bare: false };
		}
	}
	for (const { values } of envelopes) {
		const data = firstOf(values, 'data', 'result') ?? null;
		const bare = !values.has('data');
		if (idIn(data, bare) !== undefined) return { entries: [data], source: data, bare };
	}
	return undefined;
}

const named = (ids: Json[], source: Json) => ({
	entries: ids.map((id) => ({ id })),
	source,
	bare: false,
});

/** What stands behind a word of acceptance in a text that has nothing else (`OK`, `SENT 900001`); undefined for others. */
export function idsBehindWord(text: string): string[] | undefined {
	const [word = '', ...rest] = text.trim().split(/[\s:,;|]/);
	if (!isAccepting(word)) return undefined;
	const ids = rest.filter((one) => one !== '').map((one) => idIn(one, false));
	return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** Where what has no name may be an id. */
const OF_MESSAGES = new Set(['data', 'messages', 'calls']);

/** So long is an id where nothing names it; elsewhere, where a code or a date may stand too, it is a number. */
const SHORTEST = 4;
const BARE_ID = /^\d{6,}$/;

/** The id of a message, given as itself or in a record; undefined for what can't be one. */
export function idIn(entry: Json, bare: boolean): string | undefined {
	if (isJsonObject(entry)) {
		const values = valuesByName(entry);
		for (const name of ANY_ID) {
			const id = asId(values.get(name));
			if (id !== undefined) return id;
		}
		return undefined;
	}
	const id = asId(entry);
	if (id === undefined || isServiceCode(Number(id))) return undefined;
	return (bare ? BARE_ID.test(id) : id.length >= SHORTEST) ? id : undefined;
}

/** Whether a name is that of an id, in any writing. */
export const isIdName = (name: string): boolean => ID.has(plainName(name));
