import type { IDataObject } from 'n8n-workflow';

import { nameIds, type Result } from '../row/result';
import type { Row } from '../row/row';

/** How many items a sentence names before it counts the rest. */
const NAMED = 10;

/** How many spans of what was not sent the error's data has: each failed execution is kept with it. */
const MOST_SPANS = 1000;

/** Every accepted item with its ids, and the items of each other outcome as spans, for the error's data. */
export function reportOf(rows: readonly Row[]): IDataObject {
	const byOutcome = Map.groupBy(rows, ({ result }) => result?.outcome);
	const some = (outcome: Result['outcome'], most = MOST_SPANS) => {
		const spans = rangesOf((byOutcome.get(outcome) ?? []).map(({ item }) => item));
		const rest = spans.length - most;
		return rest > 0 ? [...spans.slice(0, most), `and ${rest} more`] : spans;
	};
	const accepted = byOutcome.get('accepted') ?? [];
	return {
		accepted: accepted.map((row) => ({ item: row.item, ids: [...idsOf(row)] })),
		...(byOutcome.has('duplicate') ? { duplicate: some('duplicate') } : {}),
		unknown: some('unknown', Infinity),
		rejected: some('rejected'),
		notSent: some('notSent'),
	};
}

/** Some rows as a sentence names them: the accepted one by one with their ids, others as spans. */
export function namesOf(some: readonly Row[], resource: Parameters<typeof nameIds>[1]): string {
	if (some[0]?.result?.outcome !== 'accepted') return spansOf(some);
	const rest = some.length > NAMED ? ` and ${some.length - NAMED} more` : '';
	const named = some
		.slice(0, NAMED)
		.map((row) => `item ${row.item}${nameIds(idsOf(row), resource)}`);
	return `${named.join('; ')}${rest}`;
}

/** Rows by their items: "items 0, 3–5". */
export function spansOf(some: readonly Row[]): string {
	const spans = rangesOf(some.map(({ item }) => item));
	const rest = spans.length > NAMED ? ', …' : '';
	return `item${some.length === 1 ? '' : 's'} ${spans.slice(0, NAMED).join(', ')}${rest}`;
}

const idsOf = ({ result }: Row): readonly string[] => (result && 'ids' in result ? result.ids : []);

/** Neighbouring places as spans: 0, 1, 2, 5 become `0–2` and `5`. */
function rangesOf(places: number[]): string[] {
	const spans: Array<[number, number]> = [];
	for (const place of places.sort((a, b) => a - b)) {
		const last = spans.at(-1);
		if (last !== undefined && last[1] === place - 1) last[1] = place;
		else spans.push([place, place]);
	}
	return spans.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
}
