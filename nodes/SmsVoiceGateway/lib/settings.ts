import { InputProblem, quote } from './inputProblem';
import { readWholeNumber } from './wholeNumber';

/** One hour, the longest that requests may be apart: milliseconds. */
const LONGEST_INTERVAL = 3_600_000;

/** How much a request may carry at the most: from 1 to `most`. Throws InputProblem. */
export function readBatchSize(value: unknown, usual: number, most: number): number {
	return readWholeNumber(value, 1, most, `The usual value is ${usual}.`);
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
