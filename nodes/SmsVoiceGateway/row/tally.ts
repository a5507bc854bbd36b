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

/** What a run came to, counted in one pass over its rows. */
export interface Tally {
	rows: number;
	/** How many rows ended in each way. */
	ends: Map<End, number>;
	/** Whether any has left, or may have. */
	hasSent: boolean;
	/** Whether it was a dry run: some were shown, and none has left. */
	isDry: boolean;
	/** The first that failed: of its own, or by a limit, else in consequence of another. */
	first: Failed | undefined;
	/** How many were refused, or never tried. */
	failed: number;
	/** Whether any row has a key of *Send Once*. */
	hasKeys: boolean;
	/** Whether an accepted row has no key, so that another run would send it again. */
	isAcceptedWithoutKey: boolean;
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
	const ends = new Map<End, number>();
	let hasSent = false;
	let hasDry = false;
	let hasKeys = false;
	let own: Failed | undefined;
	let inConsequence: Failed | undefined;
	let failed = 0;
	let isAcceptedWithoutKey = false;
	const accepted: Row[] = [];
	const shown: Row[] = [];
	for (const row of rows) {
		const { result } = row;
		const end = endOf(row, runContext);
		ends.set(end, (ends.get(end) ?? 0) + 1);
		hasSent ||= hasLeft(result);
		hasDry ||= row.dryRun;
		hasKeys ||= row.key !== undefined;
		if (result?.outcome === 'accepted') isAcceptedWithoutKey ||= row.key === undefined;
		if (end === 'accepted') accepted.push(row);
		if (result?.outcome === 'dryRun') shown.push(row);
		if (!hasFailed(result)) continue;
		failed++;
		if (result.outcome === 'notSent' && result.failure.retryAfter === undefined)
			inConsequence ??= result;
		else own ??= result;
	}
	return {
		rows: rows.length,
		ends,
		hasSent,
		isDry: hasDry && !hasSent,
		first: own ?? inConsequence,
		failed,
		hasKeys,
		isAcceptedWithoutKey,
		amounts: amountsOf(accepted.length > 0 ? accepted : shown),
	};
}

/** How a row is counted. */
export function endOf({ result, dryRun, isHeldByTest }: Row, { memory }: RunContext): End {
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
	const numbers: number[] = [];
	let [messages, parts, gaps, warned] = [0, 0, 0, 0];
	let scheduled: string[] = [];
	for (const { result, fields, hasGap } of rows) {
		if (result === undefined || hasFailed(result)) continue;
		const [item = {}] = result.items;
		const goesTo = numbersIn(fields);
		const count = goesTo.length || 1;
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
		for (const number of goesTo) numbers.push(lastDigits(number));
	}
	return {
		rows: rows.length,
		messages,
		parts,
		requests: batches.size,
		gaps,
		warned,
		scheduled,
		repeated: rowsTo(twiceIn(numbers), rows),
	};
}

/** The numbers that stand there more than once: sorted, so that nothing is kept for each of 100,000 that stand there once. */
function twiceIn(numbers: readonly number[]): Set<number> {
	const sorted = Float64Array.from(numbers).sort();
	const twice = new Set<number>();
	for (let at = 1; at < sorted.length; at++) {
		const number = sorted[at];
		if (number !== undefined && number === sorted[at - 1]) twice.add(number);
	}
	return twice;
}

/** The rows of each of these numbers. */
function rowsTo(numbers: ReadonlySet<number>, rows: readonly Row[]): Row[][] {
	const byNumber = new Map<number, Row[]>();
	if (numbers.size === 0) return [];
	for (const row of rows)
		for (const number of new Set(numbersIn(row.fields).map(lastDigits))) {
			if (!numbers.has(number)) continue;
			const known = byNumber.get(number);
			if (known === undefined) byNumber.set(number, [row]);
			else known.push(row);
		}
	return [...byNumber.values()];
}
