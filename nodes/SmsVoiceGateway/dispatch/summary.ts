import type { Settled } from './settled';

/** How many items or ids a line of the summary names before it counts the rest. */
const NAMED = 10;

/** What became of every item of a run that failed, by count and item, for the error's description. */
export function summarize(settled: ReadonlyMap<number, Settled>): string {
	if (settled.size < 2) return '';
	const items = [...settled].sort(([a], [b]) => a - b);
	const lines = [
		line('Accepted', items, 'accepted'),
		line('Refused', items, 'rejected'),
		line('Unknown, may have been sent', items, 'unknown'),
		line('Not sent', items, 'notSent'),
	];
	return lines.filter((text) => text !== '').join('\n');
}

function line(title: string, items: Array<[number, Settled]>, outcome: Settled['outcome']): string {
	const chosen = items.filter(([, settled]) => settled.outcome === outcome);
	if (chosen.length === 0) return '';
	const named = chosen.slice(0, NAMED).map(([index, settled]) => `item ${index}${ids(settled)}`);
	const rest = chosen.length > NAMED ? ` and ${chosen.length - NAMED} more` : '';
	return `${title}: ${chosen.length} (${named.join(', ')}${rest})`;
}

function ids(settled: Settled): string {
	if (!('items' in settled)) return '';
	const found = settled.items.flatMap(
		(item) => item.messageIds ?? item.messageId ?? item.callId ?? [],
	);
	if (found.length === 0) return '';
	const more = found.length > NAMED ? ', …' : '';
	return ` with message id ${found.slice(0, NAMED).join(', ')}${more}`;
}
