import type { IDataObject } from 'n8n-workflow';

import type { RunContext } from '../engine/runContext';
import { lastDigits } from '../numbers/digits';
import { amount } from '../text/wording';
import { numbersIn, type Row } from './row';
import { NAMED, nameIds, type Result } from './result';
import type { Tally } from './tally';

/** Every accepted item with its ids, and the items of each other outcome as spans, for the error's data. */
export function reportOf(rows: readonly Row[]): IDataObject {
	const byOutcome = Map.groupBy(rows, ({ result }) => result?.outcome);
	const rowsOf = (outcome: Result['outcome']) => byOutcome.get(outcome) ?? [];
	return {
		accepted: rowsOf('accepted').map((row) => ({ item: row.item, ids: [...idsOf(row)] })),
		...(byOutcome.has('duplicate') ? { duplicate: rangesOf(rowsOf('duplicate')) } : {}),
		unknown: rangesOf(rowsOf('unknown')),
		rejected: rangesOf(rowsOf('rejected')),
		notSent: rangesOf(rowsOf('notSent')),
	};
}

/** Some rows as a sentence names them: the accepted one by one with their ids, others as spans; the first ones, or the whole. */
export function namesOf(
	some: readonly Row[],
	resource: Parameters<typeof nameIds>[1],
	isWhole = false,
): string {
	if (some[0]?.result?.outcome !== 'accepted') return spansOf(some, isWhole ? Infinity : NAMED);
	if (isWhole) return runsOf(some, resource).join('; ');
	const rest = some.length > NAMED ? ` and ${some.length - NAMED} more` : '';
	const named = some
		.slice(0, NAMED)
		.map((row) => `item ${row.item}${nameIds(idsOf(row), resource)}`);
	return `${named.join('; ')}${rest}`;
}

/** Rows by their items: "items 0, 3–5". */
function spansOf(some: readonly Row[], most = NAMED): string {
	const spans = rangesOf(some);
	const rest = spans.length > most ? ', …' : '';
	return `item${some.length === 1 ? '' : 's'} ${spans.slice(0, most).join(', ')}${rest}`;
}

/** All accepted rows with their ids; neighbours whose ids run on are one: "items 0–298, message ids 5271501000–5271501298". */
function runsOf(accepted: readonly Row[], resource: Parameters<typeof nameIds>[1]): string[] {
	return spansBy(accepted, isNext).map(({ first, last }) => {
		const ids = idsOf(first);
		if (first === last) return `item ${first.item}${nameIds(ids, resource, Infinity)}`;
		const what = resource === 'call' ? 'call' : 'message';
		return `items ${first.item}–${last.item}, ${what} ids ${ids.join('')}–${idsOf(last).join('')}`;
	});
}

/** Whether a row is the next item with the next id, where each has one that is a whole number. */
function isNext(before: Row, after: Row): boolean {
	const [earlier, later] = [idsOf(before).join(), idsOf(after).join()];
	const areNumbers = /^[1-9]\d* [1-9]\d*$/.test(`${earlier} ${later}`);
	return areNumbers && after.item === before.item + 1 && BigInt(earlier) + 1n === BigInt(later);
}

/** The ids of a row's messages, or of its call, as far as they are known. */
export const idsOf = ({ result }: Row): readonly string[] =>
	result && 'ids' in result ? result.ids : [];

/** The items of rows as spans: 0, 1, 2, 5 become `0–2` and `5`. */
function rangesOf(rows: readonly Row[]): string[] {
	const sorted = rows.map(({ item }) => item).sort((a, b) => a - b);
	return spansBy(sorted, (before, after) => after === before + 1).map(({ first, last }) =>
		first === last ? String(first) : `${first}–${last}`,
	);
}

/** What runs on from one to the next, as spans. */
function spansBy<T>(all: readonly T[], isNext: (before: T, after: T) => boolean) {
	const spans: Array<{ first: T; last: T }> = [];
	for (const one of all) {
		const span = spans.at(-1);
		if (span !== undefined && isNext(span.last, one)) span.last = one;
		else spans.push({ first: one, last: one });
	}
	return spans;
}

/** The numbers that get the same more than once, as where a list has somebody in it twice, and the rows of the first few. */
export function sameOf(
	{ repeated }: Tally['amounts'],
	{ operation, settings }: RunContext,
): string[] {
	const same = repeated.flatMap((rows) => {
		const equal = Map.groupBy(rows, ({ fields }) => JSON.stringify(operation.content?.(fields)));
		return [...equal.values()].filter(({ length }) => length > 1);
	});
	if (same.length === 0) return [];
	const named = spansOf([...new Set(same.flat())]);
	const numbers = `${amount(same.length, 'number')} ${same.length === 1 ? 'gets' : 'get'}`;
	const numbersOf = ({ fields }: Row) => numbersIn(fields).map(lastDigits).sort().join();
	// A row with several numbers is another than one with some of them.
	const isOne = same.every((rows) => new Set(rows.map(numbersOf)).size === 1);
	const isCure = settings.sendOnce.by === undefined && isOne;
	const cure = isCure ? ": 'Send Once' sends it once" : '';
	return [`${numbers} the same more than once (${named})${cure}`];
}
