import type { Parameters } from 'fast-check';

/** How many times as long as the suites: more in `npm run fuzz`, less in `npm run mutate`. */
const TIMES = Number(process.env.FUZZ_TIMES ?? 1);

/** fast-check's settings: so many runs, and `FUZZ_TIMES` as many where that is set. */
export function runsOf(count: number): Parameters<unknown> {
	return { numRuns: Math.ceil(count * TIMES) };
}

/** Of many cases every so many, by the same measure. */
export function everyOf(step: number): number {
	return Math.max(1, Math.round(step / TIMES));
}
