import { lastDigits } from '../numbers/digits';
import { numbersIn, type Row } from './row';
import { type Failed, hasFailed, hasLeft } from './result';
import type { RunContext } from '../engine/runContext';

/** How rows end, as a sentence counts them, in this order. */
export const ENDS = {
	accepted: 'accepted',
	/** It costs nothing now. */
	before: 'accepted before this retry',
	dryRun: 'would be sent',
	held: "held back by 'Test Numbers'",
	duplicate: 'duplicate',
	/** Of a dry run: nobody has rejected it. */
	wrong: 'wrong',
	rejected: 'rejected',
	unknown: 'unknown, may have been sent',
	notSent: 'not sent',
	empty: 'empty',
};
export type End = keyof typeof ENDS;

/** What a run came to. */
export interface Tally {
	/** Its rows, by how they ended. */
	ends: ReadonlyMap<End, readonly Row[]>;
	/** Whether any has left, or may have. */
	hasSent: boolean;
	/** Whether it was a dry run: some were shown, and none has left. */
	isDry: boolean;
	/** Those that failed. */
	failed: readonly Failed[];
	/** What was accepted comes to, or else what was shown. */
	amounts: Amounts;
}

/** What some rows come to. */
interface Amounts {
	rows: number;
	/** One for each number of a row. */
	messages: number;
	/** Message parts, of all messages. */
	parts: number;
	requests: number;
	/** How many rows have a gap in their text, and how many have other warnings. */
	gaps: number;
	warned: number;
	/** For when the first and the last of them are scheduled, as the wire has it; empty where none is. */
	scheduled: string[];
	/** The rows of each number that gets more than one message. */
	repeated: Row[][];
}

/** Counts what became of the rows of a run. */
export function tallyOf(rows: readonly Row[], runContext: RunContext): Tally {
	const ends = Map.groupBy(rows, (row) => endOf(row, runContext));
	const hasSent = rows.some(({ result }) => hasLeft(result));
	const wouldLeave = [...(ends.get('dryRun') ?? []), ...(ends.get('held') ?? [])];
	return {
		ends,
		hasSent,
		isDry: !hasSent && rows.some(({ dryRun }) => dryRun),
		failed: rows.flatMap(({ result }) => (hasFailed(result) ? result : [])),
		amounts: amountsOf(ends.get('accepted') ?? wouldLeave),
	};
}

/** How a row is counted. */
function endOf({ result, dryRun, isHeldByTest }: Row, { memory }: RunContext): End {
	if (result === undefined) return 'notSent';
	const { outcome } = result;
	if (outcome === 'notSent') return hasFailed(result) ? 'notSent' : 'empty';
	// What the execution that is retried has sent left in no request of this one.
	const isBefore = memory.retried !== undefined && !('batch' in result);
	if (outcome === 'accepted' && isBefore) return 'before';
	if (outcome === 'dryRun' && isHeldByTest) return 'held';
	return outcome === 'rejected' && dryRun ? 'wrong' : outcome;
}

function amountsOf(rows: readonly Row[]): Amounts {
	const batches = new Set<number>();
	let [messages, parts, gaps, warned] = [0, 0, 0, 0];
	let scheduled: string[] = [];
	for (const { result, fields, hasGap } of rows) {
		if (result === undefined || hasFailed(result)) continue;
		const [item = {}] = result.items;
		const count = numbersIn(fields).length || 1;
		messages += count;
		if (typeof item.parts === 'number') parts += item.parts * count;
		if (hasGap) gaps++;
		else if (item.warnings !== undefined) warned++;
		const { scheduled: time } = item;
		if (typeof time === 'string') {
			const [first = time, last = time] = scheduled;
			scheduled = [time < first ? time : first, time > last ? time : last];
		}
		if (result.batch !== undefined) batches.add(result.batch);
	}
	return {
		rows: rows.length,
		messages,
		parts,
		requests: batches.size,
		gaps,
		warned,
		scheduled,
		repeated: repeatedOf(rows),
	};
}

/** The rows of each number that stands in several: no list is made for each of 100,000 that stand there once. */
function repeatedOf(rows: readonly Row[]): Row[][] {
	const first = new Map<number, Row>();
	const repeated = new Map<number, Set<Row>>();
	for (const row of rows)
		for (const number of numbersIn(row.fields).map(lastDigits)) {
			const before = first.get(number);
			if (before === undefined) first.set(number, row);
			else if (before !== row)
				repeated.set(number, (repeated.get(number) ?? new Set([before])).add(row));
		}
	return [...repeated.values()].map((all) => [...all]);
}
