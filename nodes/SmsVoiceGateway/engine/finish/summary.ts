import type { IDataObject } from 'n8n-workflow';

import { idsOf, nameIds } from '../row/ids';
import { hasLeft } from '../row/policy';
import type { Outcome } from '../row/outcome';
import type { DoneRow } from '../row/row';
import { tallyOf } from './tally';

/** How many items a sentence of the summary names before it counts the rest. */
const NAMED = 10;

/** How many spans of what was not sent the error's data has: each failed execution is kept with it. */
const MOST_SPANS = 1000;

/**
 * What became of every item of a run, by its rows: each by its item, and the messages of an array by their number in the
 * run, from 1.
 */
export function summarize(rows: readonly DoneRow[]) {
	const noun = rows.some(({ fromArray }) => fromArray) ? 'message' : 'item';
	const placed = rows.map((row, index) => (noun === 'item' ? row : { ...row, item: index + 1 }));
	const tally = tallyOf(placed.sort((a, b) => a.item - b.item));
	const some = (outcome: Outcome) => {
		const all = rangesOf(tally[outcome]);
		const rest = all.length - MOST_SPANS;
		return rest > 0 ? [...all.slice(0, MOST_SPANS), `and ${rest} more`] : all;
	};
	const nothing = !rows.some(({ result }) => hasLeft(result));
	const sentences = [
		nothing ? 'Nothing was sent.' : '',
		accepted(tally.accepted, noun),
		counted('Duplicates, not sent again', tally.duplicate, noun),
		counted('Unknown, may have been sent', tally.unknown, noun),
		counted('Rejected', tally.rejected, noun),
		counted('Not sent', tally.notSent, noun),
	];
	return {
		count: rows.length,
		/** By count and item, as many as a person reads, for the error's description. */
		text: sentences.filter((sentence) => sentence !== '').join(' '),
		/** Every accepted item with its ids, and the items of each other outcome as spans, for the error's data. */
		report: {
			accepted: tally.accepted.map(({ item, result }) => ({ [noun]: item, ids: idsOf(result) })),
			...(tally.duplicate.length > 0 ? { duplicate: some('duplicate') } : {}),
			unknown: rangesOf(tally.unknown),
			rejected: some('rejected'),
			notSent: some('notSent'),
		} as IDataObject,
	};
}

function accepted(rows: readonly DoneRow[], noun: string): string {
	if (rows.length === 0) return '';
	const named = rows.slice(0, NAMED).map(({ item, result }) => `${noun} ${item}${nameIds(result)}`);
	const rest = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
	return `Accepted: ${rows.length} (${named.join('; ')}${rest}).`;
}

function counted(title: string, rows: readonly DoneRow[], noun: string): string {
	if (rows.length === 0) return '';
	const spans = rangesOf(rows);
	const named = spans.slice(0, NAMED).join(', ');
	const rest = spans.length > NAMED ? ', …' : '';
	return `${title}: ${rows.length} (${noun}${rows.length === 1 ? '' : 's'} ${named}${rest}).`;
}

/** Neighbouring items as spans: 0, 1, 2, 5 become `0–2` and `5`. */
function rangesOf(rows: readonly DoneRow[]): string[] {
	const spans: Array<[number, number]> = [];
	for (const { item } of rows) {
		const last = spans.at(-1);
		if (last !== undefined && last[1] === item - 1) last[1] = item;
		else spans.push([item, item]);
	}
	return spans.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
}
