import { readWholeNumber } from './wholeNumber';

/** The most requests that may be on their way at once. */
export const MOST_PARALLEL = 20;

/** Option 'Parallel Requests': a whole number from 1 to 20. Throws InputProblem otherwise. */
export function readParallel(value: unknown): number {
	return readWholeNumber(value, 1, MOST_PARALLEL, 'Use 1 to send one after the other.');
}
