import type { Parameters } from 'fast-check';

/** How many times as long as the suites: less in `npm run mutate`. */
const TIMES = Number(process.env.FUZZ_TIMES ?? 1);

/** In `npm run fuzz`: how long each property is tried. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 0);

/** Whether all is tried of which the suites try a part. */
export const IS_FUZZ = SECONDS > 0;

/** fast-check's settings: so many runs, `FUZZ_TIMES` as many, or as many as there are in `FUZZ_SECONDS`. */
export function runsOf(count: number): Parameters<unknown> {
	if (IS_FUZZ) return { numRuns: 1e9, interruptAfterTimeLimit: SECONDS * 1000 };
	// Of a change that is noticed, nobody asks for the smallest example.
	return { numRuns: Math.ceil(count * TIMES), endOnFailure: TIMES < 1 };
}

/** Of many cases every so many, by the same measure. */
export function everyOf(step: number): number {
	return IS_FUZZ ? 1 : Math.max(1, Math.round(step / TIMES));
}
