import { InputProblem, quote } from './inputProblem';
import { readWholeNumber } from './wholeNumber';

/** The most messages of one request; the service documents no limit, and this is far above any seen. */
export const LARGEST_BATCH = 10_000;

/** One hour, the longest that requests may be apart: milliseconds. */
const LONGEST_INTERVAL = 3_600_000;

/** How many messages a request carries. Throws InputProblem. */
export function readBatchSize(value: unknown): number {
	return readWholeNumber(value, 1, LARGEST_BATCH, 'The usual value is 100.');
}

/** Milliseconds from the start of one request to the start of the next. Throws InputProblem. */
export function readBatchInterval(value: unknown): number {
	return readWholeNumber(value, 0, LONGEST_INTERVAL, 'Give milliseconds; 0 means no pause.');
}

/** What happens if rows are wrong. Throws InputProblem. */
export function readInvalidRows(value: unknown): 'stop' | 'skip' {
	if (value === 'stop' || value === 'skip') return value;
	throw new InputProblem(
		`holds ${quote(value)}, which is neither "stop" nor "skip"`,
		'Choose one of the two.',
	);
}
