import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import { anyMember, asId } from './members';

/** Names of a message's id, the better before the worse: a record may have an id of its own besides. */
export const MESSAGE_ID = ['msgid', 'messageid', 'smsid', 'id'] as const;

/** The id of a message, given as itself or in a record. */
export function messageIdOf(entry: Json): string | undefined {
	return asId(entry) ?? asId(anyMember(entry, ...MESSAGE_ID));
}

/** What an answer has for each message: the entries of `data`, in order, or `data` itself where it is no list. */
export function entriesOf(response: Json): Json[] {
	const data = anyMember(response, 'data');
	if (Array.isArray(data)) return data;
	if (data !== undefined && data !== null) return [data];
	// A record that stands in no `data`; an id of another kind there may be anything's.
	const id = asId(anyMember(response, 'msgid', 'messageid', 'smsid'));
	return id !== undefined && isJsonObject(response) ? [response] : [];
}

/**
 * The message ids of an accepted text, in the order of the answer: `data` as an array of ids, of
 * records with an id, or as one id. Empty where the answer has another shape: never guessed.
 */
export function readMessageIds(response: Json): string[] {
	const ids = entriesOf(response).map(messageIdOf);
	return ids.every((id) => id !== undefined) ? ids : [];
}
