import { member } from '../lib/json';
import type { Json } from '../lib/json';
import { anyMember, asId } from './members';

/**
 * The message ids of an accepted text, in the order of the answer: `data` as an array of ids, of
 * records with an id, or as one id. Empty where the answer has another shape: never guessed.
 */
export function readMessageIds(response: Json): string[] {
	const data = member(response, 'data');
	const list = Array.isArray(data) ? data : data === undefined ? [] : [data];
	const ids = list.map(
		(entry) => asId(entry) ?? asId(anyMember(entry, 'msgid', 'messageid', 'id')),
	);
	return ids.every((id) => id !== undefined) ? ids : [];
}
