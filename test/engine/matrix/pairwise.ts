import { sample, shuffledSubarray } from 'fast-check';

import type { Case } from './cases.ts';

/** What runs differ in: fault, operation, mode, retry, and what is struck how often under which options. */
const valuesOf = ({ fault, sending, mode, retry, ...rest }: Case): unknown[] => [
	fault.name,
	sending.name,
	mode,
	retry,
	JSON.stringify([rest.struck, rest.times === 1, rest.resendUnknown, rest.limits]),
];

/** Each two of these values: how a run's parts meet. */
export function pairsOf(one: Case): string[] {
	const values = valuesOf(one).map((value, place) => `${place}: ${String(value)}`);
	return values.flatMap((value, place) =>
		values.slice(place + 1).map((other) => `${value} × ${other}`),
	);
}

/** Some of the runs, always the same, in which any two values meet that meet in all of them. */
export function pairwise(all: Case[]): Case[] {
	const [shuffled = []] = sample(shuffledSubarray(all, { minLength: all.length }), {
		seed: 27,
		numRuns: 1,
	});
	const met = new Set<string>();
	const chosen: Case[] = [];
	const most = pairsOf(all[0] as Case).length;
	// First those in which most meet for the first time.
	for (let fresh = most; fresh > 0; fresh--) {
		for (const one of shuffled) {
			const pairs = pairsOf(one).filter((pair) => !met.has(pair));
			if (pairs.length < fresh) continue;
			chosen.push(one);
			for (const pair of pairs) met.add(pair);
		}
	}
	return chosen;
}
