import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { InputProblem, quote } from '../lib/inputProblem';

/** The most requests that may be on their way at once. */
export const MOST_PARALLEL = 20;

/** Option 'Parallel Requests' of an item: a whole number from 1 to 20. Throws InputProblem otherwise. */
export function readParallel(value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (
		typeof number === 'number' &&
		Number.isInteger(number) &&
		number >= 1 &&
		number <= MOST_PARALLEL
	) {
		return number;
	}
	throw new InputProblem(
		`holds ${quote(value)}, which is not a whole number from 1 to ${MOST_PARALLEL}`,
		'Use 1 to send one after the other.',
	);
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
