import { lastDigits } from '../numbers/sameNumber';
import { numbersIn } from './content';
import { type Failed, hasFailed, hasLeft, type Result } from './result';
import type { Row } from './row';
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
	/** The first that failed: of its own, else in consequence of another. */
	first: Failed | undefined;
	/** How many were refused, or never tried. */
	failed: number;
	/** How many rows that left, or would, have a gap in their text, and how many have other warnings. */
	gaps: number;
	warned: number;
	/** The four next are of what was accepted, or else shown. How many rows. */
	counted: number;
	/** One for each number of a row. */
	messages: number;
	/** Message parts, of all messages. */
	parts: number;
	requests: number;
	/** For when the first and the last of them are scheduled, as the wire has it; empty where none is. */
	scheduled: string[];
	/** The same rows, by number, where one gets more than one message. */
	repeated: Row[][];
	/** Whether any row has a key of *Send Once*. */
	hasKeys: boolean;
	/** Whether an accepted row has no key, so that another run would send it again. */
	isAcceptedWithoutKey: boolean;
}

/** Counts what became of the rows of a run. */
export function tallyOf(rows: readonly Row[], { memory }: RunContext): Tally {
	const before = memory.retried?.before;
	const ends = new Map<End, number>();
	let hasSent = false;
	let hasDry = false;
	let hasKeys = false;
	let own: Failed | undefined;
	let inConsequence: Failed | undefined;
	let failed = 0;
	let isAcceptedWithoutKey = false;
	const sent = counter();
	const shown = counter();
	for (const row of rows) {
		const { result } = row;
		const end = endOf(row, before);
		ends.set(end, (ends.get(end) ?? 0) + 1);
		hasSent ||= hasLeft(result);
		hasDry ||= row.dryRun;
		hasKeys ||= row.key !== undefined;
		if (result === undefined) continue;
		if (hasFailed(result)) {
			failed++;
			if (result.outcome === 'notSent') inConsequence ??= result;
			else own ??= result;
			continue;
		}
		if (result.outcome === 'accepted') isAcceptedWithoutKey ||= row.key === undefined;
		if (end === 'accepted') sent.add(row, result);
		else if (result.outcome === 'dryRun') shown.add(row, result);
	}
	const counted = sent.count() > 0 ? sent : shown;
	return {
		rows: rows.length,
		ends,
		hasSent,
		isDry: hasDry && !hasSent,
		first: own ?? inConsequence,
		failed,
		hasKeys,
		isAcceptedWithoutKey,
		...counted.total(),
	};
}

/** How a row is counted. */
export function endOf(
	{ result, id, dryRun, isHeldByTest }: Row,
	before: { has(id: Row['id']): boolean } | undefined,
): End {
	if (result === undefined) return 'notSent';
	const { outcome } = result;
	if (outcome === 'notSent') return hasFailed(result) ? 'notSent' : 'empty';
	if (outcome === 'accepted' && before?.has(id) && !('batch' in result)) return 'before';
	if (outcome === 'dryRun' && isHeldByTest) return 'held';
	return outcome === 'rejected' && dryRun ? 'wrong' : outcome;
}

/** Counts messages, parts and requests of rows. */
function counter() {
	const batches = new Set<number>();
	const numbers: number[] = [];
	const rows: Row[] = [];
	let [messages, parts, gaps, warned] = [0, 0, 0, 0];
	let scheduled: string[] = [];
	return {
		count: () => rows.length,
		add(row: Row, { items: [item = {}], batch }: Extract<Result, { items: unknown }>) {
			const goesTo = numbersIn(row.fields);
			const { parts: each, warnings, scheduled: time } = item;
			const own = goesTo.length || 1;
			rows.push(row);
			messages += own;
			if (typeof each === 'number') parts += each * own;
			if (row.hasGap) gaps++;
			else if (warnings !== undefined) warned++;
			if (typeof time === 'string') {
				const [first = time, last = time] = scheduled;
				scheduled = [time < first ? time : first, time > last ? time : last];
			}
			if (batch !== undefined) batches.add(batch);
			for (const number of goesTo) numbers.push(lastDigits(number));
		},
		total: () => ({
			counted: rows.length,
			messages,
			parts,
			gaps,
			warned,
			requests: batches.size,
			repeated: repeatedIn(rows, twiceIn(numbers)),
			scheduled,
		}),
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
function repeatedIn(rows: readonly Row[], numbers: ReadonlySet<number>): Row[][] {
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
