import type { Context } from '../../host/host';
import type { Outcome } from '../row/outcome';
import { tallyOf } from './tally';

/** The key of the counts: one, since all nodes of an execution share ten (n8n-core, `KV_LIMIT`). */
export const COUNTS_KEY = 'smsVoiceGateway';

const OUTCOMES = Object.keys(tallyOf([])) as Outcome[];

const ofEach = (count: (outcome: Outcome) => number) =>
	Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])) as Record<
		Outcome,
		number
	>;

/**
 * What each run of a node has counted so far, by what is the same object in all of its tries: the custom data is one text
 * for all nodes and says nothing of whose counts it holds.
 */
const counted = new WeakMap<object, Record<Outcome, number>>();

/**
 * Adds the outcomes of rows to those that the execution has counted, in its custom data: `accepted 8, rejected 2`. n8n filters its
 * list of executions only by what such a value contains; so an outcome that did not occur is not named, and "rejected"
 * finds the executions in which something was. Where `run` is given, which is to be the same object in every try of a
 * node's run, the counts of the last try take the place of those of the tries before it. Never throws.
 */
export function countOutcomes(
	context: Context,
	rows: ReadonlyArray<{ result: { outcome: Outcome } }>,
	run: object = {},
): void {
	try {
		const { customData } = context;
		const before = counted.get(run);
		const tally = tallyOf(rows);
		const counts = ofEach((outcome) => tally[outcome].length);
		const given = String(customData.get(COUNTS_KEY));
		const total = ofEach(
			(outcome) => countIn(given, outcome) + counts[outcome] - (before?.[outcome] ?? 0),
		);
		customData.set(COUNTS_KEY, written(total));
		counted.set(run, counts);
	} catch {
		// Messages have gone out: a count of them is not worth losing their results.
	}
}

const written = (counts: Record<Outcome, number>): string =>
	OUTCOMES.filter((outcome) => counts[outcome] > 0)
		.map((outcome) => `${outcome} ${counts[outcome]}`)
		.join(', ');

const countIn = (text: string, outcome: Outcome): number =>
	Number(new RegExp(`\\b${outcome} (\\d+)`).exec(text)?.[1] ?? 0);
