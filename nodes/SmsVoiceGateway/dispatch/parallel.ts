import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { readWholeNumber } from '../lib/wholeNumber';

/** The most requests that may be on their way at once. */
export const MOST_PARALLEL = 20;

/** Option 'Parallel Requests' of an item: a whole number from 1 to 20. Throws InputProblem otherwise. */
export function readParallel(value: unknown): number {
	return readWholeNumber(value, 1, MOST_PARALLEL, 'Use 1 to send one after the other.');
}

/** How many items of the run may be sent at once, by its first item; 1 where that can't be read. */
export function atATime(context: IExecuteSingleFunctions): number {
	try {
		return readParallel(context.getNodeParameter('options.parallelRequests', 1));
	} catch {
		// The option's own hook reports it, with the item.
		return 1;
	}
}
