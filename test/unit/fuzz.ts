import type { Parameters } from 'fast-check';

/** How many times as long `npm run fuzz` tries as the suites do. */
const TIMES = Number(process.env.FUZZ_TIMES ?? 1);

/** fast-check's settings: so many runs, and `FUZZ_TIMES` as many where that is set. */
export function runsOf(count: number): Parameters<unknown> {
	return { numRuns: count * TIMES };
}
