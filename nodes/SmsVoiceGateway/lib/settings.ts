import { InputProblem, quote } from './inputProblem';
import { readWholeNumber } from './wholeNumber';

/** One hour, the longest that requests may be apart: milliseconds. */
const LONGEST_INTERVAL = 3_600_000;

/** Each of them takes a slot in n8n's store, and those of a number are looked at together. */
const MOST_PER_NUMBER = 1000;

/** A year. */
const LONGEST_HOURS = 8784;

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

/** An option that bounds something: a whole number from 1. Throws InputProblem. */
export function readLimit(value: unknown): number {
	return readWholeNumber(value, 1, Number.MAX_SAFE_INTEGER, 'Remove the option for no limit.');
}

/** Messages that a number may have. Throws InputProblem. */
export function readPerNumber(value: unknown): number {
	return readWholeNumber(value, 1, MOST_PER_NUMBER, 'Remove the option for no limit.');
}

/** Within so many hours. Throws InputProblem. */
export function readHours(value: unknown): number {
	return readWholeNumber(value, 1, LONGEST_HOURS, '24 is a day, 168 a week.');
}

/** A credit: a number from 0. Throws InputProblem. */
export function readCredit(value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number;
	throw new InputProblem(
		`holds ${quote(value)}, which is not a number from 0`,
		'Give the least credit at which messages may be sent.',
	);
}
