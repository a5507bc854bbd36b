import { InputProblem, quote } from './inputProblem';

/** For so long a run may be held up by waiting for a final status: seconds. */
export const LONGEST_WAIT_FOR_FINAL = 600;

/** How often to ask for what is not final yet, and for how long: milliseconds. */
export interface UntilFinal {
	every: number;
	atMost: number;
}

/** The values of 'Wait Until Final', which are seconds. Throws InputProblem, which names the one that is wrong. */
export function readUntilFinal(value: unknown): UntilFinal {
	const { every, atMost } = (value ?? {}) as Record<string, unknown>;
	return {
		every: seconds(every, 'Every (Seconds)', 'Give the seconds from one question to the next.'),
		atMost: seconds(
			atMost,
			'At Most (Seconds)',
			'The node waits ten minutes at the most; for a longer time put a Wait node before it.',
		),
	};
}

function seconds(value: unknown, shown: string, advice: string): number {
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && number >= 1 && number <= LONGEST_WAIT_FOR_FINAL) {
		return Math.round(number * 1000);
	}
	throw new InputProblem(
		`has an '${shown}' that holds ${quote(value)}, which is not a number from 1 to ${LONGEST_WAIT_FOR_FINAL}`,
		advice,
	);
}
