import type { IDataObject } from 'n8n-workflow';

import { idsOf, nameIds } from '../row/ids';
import { hasLeft } from '../row/policy';
import type { Result } from '../row/result';

/** How many items a sentence of the summary names before it counts the rest. */
const NAMED = 10;

/** How many spans of what was not sent the error's data has: each failed execution is kept with it. */
const MOST_SPANS = 1000;

/** What became of every item of a run. */
export interface Summary {
	/** How many items. */
	count: number;
	/** By count and item, as many as a person reads, for the error's description. */
	text: string;
	/** Every accepted item with its ids, and the items of each other outcome as spans, for the error's data. */
	report: IDataObject;
}

/** Sums up a run by its items' ends; `noun` is what the indexes count. */
export function summarize(ends: ReadonlyMap<number, Result>, noun: 'item' | 'message'): Summary {
	const items = [...ends].sort(([a], [b]) => a - b);
	const by = (outcome: Result['outcome']) =>
		items.filter(([, { outcome: own }]) => own === outcome);
	const spans = (outcome: Result['outcome']) => ranges(by(outcome).map(([index]) => index));
	const some = (outcome: Result['outcome']) => {
		const all = spans(outcome);
		const rest = all.length - MOST_SPANS;
		return rest > 0 ? [...all.slice(0, MOST_SPANS), `and ${rest} more`] : all;
	};
	const nothing = !items.some(([, result]) => hasLeft(result));
	const sentences = [
		nothing ? 'Nothing was sent.' : '',
		accepted(by('accepted'), noun),
		counted('Duplicates, not sent again', by('duplicate'), noun),
		counted('Unknown, may have been sent', by('unknown'), noun),
		counted('Rejected', by('rejected'), noun),
		counted('Not sent', by('notSent'), noun),
	];
	return {
		count: items.length,
		text: sentences.filter((sentence) => sentence !== '').join(' '),
		report: {
			accepted: by('accepted').map(([item, result]) => ({ [noun]: item, ids: idsOf(result) })),
			...(by('duplicate').length > 0 ? { duplicate: some('duplicate') } : {}),
			unknown: spans('unknown'),
			rejected: some('rejected'),
			notSent: some('notSent'),
		},
	};
}

function accepted(items: Array<[number, Result]>, noun: string): string {
	if (items.length === 0) return '';
	const named = items
		.slice(0, NAMED)
		.map(([index, result]) => `${noun} ${index}${nameIds(result)}`);
	const rest = items.length > NAMED ? ` and ${items.length - NAMED} more` : '';
	return `Accepted: ${items.length} (${named.join('; ')}${rest}).`;
}

function counted(title: string, items: Array<[number, Result]>, noun: string): string {
	if (items.length === 0) return '';
	const spans = ranges(items.map(([index]) => index));
	const named = spans.slice(0, NAMED).join(', ');
	const rest = spans.length > NAMED ? ', …' : '';
	return `${title}: ${items.length} (${noun}${items.length === 1 ? '' : 's'} ${named}${rest}).`;
}

/** Neighbouring indexes as spans: 0, 1, 2, 5 become `0–2` and `5`. */
function ranges(indexes: number[]): string[] {
	const spans: Array<[number, number]> = [];
	for (const index of indexes) {
		const last = spans.at(-1);
		if (last !== undefined && last[1] === index - 1) last[1] = index;
		else spans.push([index, index]);
	}
	return spans.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
}
