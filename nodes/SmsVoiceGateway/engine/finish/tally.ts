import { sameNumber } from '../../numbers/sameNumber';
import { type Failed, hasFailed, hasLeft, type Result } from '../row/result';
import type { Row } from '../row/row';
import type { RunContext } from '../runContext';

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
	/** Of what was accepted, or else shown: rows, messages (one for each number), message parts, and requests. */
	counted: number;
	messages: number;
	parts: number;
	requests: number;
	/** For when the first and the last of them are scheduled, as the wire has it; empty where none is. */
	scheduled: string[];
	/** The same rows, by number, where one gets more than one message. */
	repeated: Row[][];
	/** Whether an accepted row has no key, so that another run would send it again. */
	isAcceptedWithoutKey: boolean;
}

/** Counts what became of the rows of a run. */
export function tallyOf(rows: readonly Row[], { memory, operation }: RunContext): Tally {
	const before = memory.retried?.before;
	const ends = new Map<End, number>();
	let hasSent = false;
	let hasDry = false;
	let own: Failed | undefined;
	let inConsequence: Failed | undefined;
	let failed = 0;
	let isAcceptedWithoutKey = false;
	const sent = counter(operation);
	const shown = counter(operation);
	for (const row of rows) {
		const { result } = row;
		const end = endOf(row, before);
		ends.set(end, (ends.get(end) ?? 0) + 1);
		hasSent ||= hasLeft(result);
		hasDry ||= row.dryRun;
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
		isAcceptedWithoutKey,
		...counted.total(),
	};
}

/** How a row is counted. */
export function endOf(
	{ result, id, dryRun, isHeldByTest }: Row,
	before: ReadonlySet<Row['id']> | undefined,
): End {
	if (result === undefined) return 'notSent';
	const { outcome } = result;
	if (outcome === 'notSent') return hasFailed(result) ? 'notSent' : 'empty';
	if (outcome === 'accepted' && before?.has(id) && !('batch' in result)) return 'before';
	if (outcome === 'dryRun' && isHeldByTest) return 'held';
	return outcome === 'rejected' && dryRun ? 'wrong' : outcome;
}

/** Counts messages, parts and requests of rows, and finds the numbers that get more than one. */
function counter({ recipients }: RunContext['operation']) {
	const batches = new Set<number | undefined>();
	const firstOf = new Map<string, Row>();
	const repeated = new Map<string, Row[]>();
	let [count, messages, parts, gaps, warned] = [0, 0, 0, 0, 0];
	let scheduled: string[] = [];
	const meet = (row: Row, number: string) => {
		const same = sameNumber(number);
		const first = firstOf.get(same);
		if (first === undefined) return void firstOf.set(same, row);
		const known = repeated.get(same);
		if (known === undefined) repeated.set(same, [first, row]);
		else known.push(row);
	};
	return {
		count: () => count,
		add(row: Row, { items: [item = {}], batch }: Extract<Result, { items: unknown }>) {
			const numbers = recipients?.(row.fields) ?? [];
			const { parts: each, warnings, scheduled: time } = item;
			count++;
			messages += numbers.length || 1;
			if (typeof each === 'number') parts += each * (numbers.length || 1);
			if (row.hasGap) gaps++;
			else if (warnings !== undefined) warned++;
			if (typeof time === 'string') {
				const [first = time, last = time] = scheduled;
				scheduled = [time < first ? time : first, time > last ? time : last];
			}
			batches.add(batch);
			for (const number of numbers) meet(row, number);
		},
		total: () => ({
			counted: count,
			messages,
			parts,
			gaps,
			warned,
			requests: batches.size,
			scheduled,
			repeated: [...repeated.values()],
		}),
	};
}
