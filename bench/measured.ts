import type { Case } from './cases.ts';

/** What came out for one case with so many rows and such a delay of every answer. */
export interface Measured extends Case {
	rows: number;
	delayMs: number;
	/** The time of every run, in milliseconds; none where the case did not do its work. */
	runs: number[];
	/** Requests that arrived at the sandbox in one run. */
	requests?: number;
	/** Peak memory of n8n from the start of the execution until its end, and until the node's end. */
	peakBytes?: number;
	peakBytesAtNode?: number;
	/** What n8n kept of each row, without garbage. */
	keptBytesPerRow?: number;
	/** Why the case did not do its work. */
	problem?: string;
}

/** The middle one of the times. */
export function median(times: number[]): number | undefined {
	const sorted = [...times].sort((one, other) => one - other);
	const [low, high] = [
		sorted[Math.floor((sorted.length - 1) / 2)],
		sorted[Math.floor(sorted.length / 2)],
	];
	return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

export const timeOf = (measured: Measured | undefined): number | undefined =>
	measured === undefined ? undefined : median(measured.runs);
