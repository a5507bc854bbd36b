import type { Result } from './result';

/** How many ids a sentence names before it counts the rest. */
const NAMED = 10;

/** A result's ids, to be put behind a word: ", message id …". */
export function nameIds(result: Result): string {
	const found = idsOf(result);
	if (found.length === 0) return '';
	const name = 'items' in result && result.items[0]?.callId ? 'call id' : 'message id';
	const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : '';
	return `, ${name} ${found.slice(0, NAMED).join(', ')}${more}`;
}

/** The ids that a result's items name. */
export function idsOf(result: Result): string[] {
	if (!('items' in result)) return [];
	return result.items
		.flatMap((item) => item.messageIds ?? item.messageId ?? item.callId ?? [])
		.map(String);
}
