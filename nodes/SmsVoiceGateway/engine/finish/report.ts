import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../response/outcome';
import { grouped } from '../../values/grouped';
import { nameIds } from '../row/result';
import type { Row } from '../row/row';

/** How many items a sentence names before it counts the rest. */
const NAMED = 10;

/** How many spans of what was not sent the error's data has: each failed execution is kept with it. */
const MOST_SPANS = 1000;

/** Every accepted item with its ids, and the items of each other outcome as spans, for the error's data. */
export function reportOf(rows: readonly Row[]): IDataObject {
	const { noun, all } = placed(rows);
	const byOutcome = grouped(all, ({ row }) => row.result?.outcome);
	const some = (outcome: Outcome, most = MOST_SPANS) => {
		const spans = rangesOf(byOutcome.get(outcome) ?? []);
		const rest = spans.length - most;
		return rest > 0 ? [...spans.slice(0, most), `and ${rest} more`] : spans;
	};
	const accepted = byOutcome.get('accepted') ?? [];
	return {
		accepted: accepted.map(({ row, place }) => ({ [noun]: place, ids: [...idsOf(row)] })),
		...(byOutcome.has('duplicate') ? { duplicate: some('duplicate') } : {}),
		unknown: some('unknown', Infinity),
		rejected: some('rejected'),
		notSent: some('notSent'),
	};
}

/** Rows in the order of their items, each with its place there; the messages of an array by their number in the run, from 1. */
export function placed(rows: readonly Row[]) {
	const noun = rows.some(({ fromArray }) => fromArray) ? 'message' : 'item';
	const all = rows.map((row, index) => ({ row, place: noun === 'item' ? row.item : index + 1 }));
	return { noun, all: all.sort((a, b) => a.place - b.place) };
}

type Placed = ReturnType<typeof placed>['all'];

/** Some rows as a sentence names them: the accepted one by one with their ids, others as spans. */
export function namesOf(rows: Placed, noun: string, resource: Parameters<typeof nameIds>[1]) {
	if (rows[0]?.row.result?.outcome !== 'accepted') {
		const spans = rangesOf(rows);
		const rest = spans.length > NAMED ? ', …' : '';
		return `${noun}${rows.length === 1 ? '' : 's'} ${spans.slice(0, NAMED).join(', ')}${rest}`;
	}
	const rest = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
	const named = rows
		.slice(0, NAMED)
		.map(({ row, place }) => `${noun} ${place}${nameIds(idsOf(row), resource)}`);
	return `${named.join('; ')}${rest}`;
}

const idsOf = ({ result }: Row): readonly string[] => (result && 'ids' in result ? result.ids : []);

/** Neighbouring places as spans: 0, 1, 2, 5 become `0–2` and `5`. */
function rangesOf(rows: Placed): string[] {
	const spans: Array<[number, number]> = [];
	for (const { place } of rows) {
		const last = spans.at(-1);
		if (last !== undefined && last[1] === place - 1) last[1] = place;
		else spans.push([place, place]);
	}
	return spans.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
}
