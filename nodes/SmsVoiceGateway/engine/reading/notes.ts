import type { ParameterProblem } from '../row/problem';

/** What is found out about a row while it is read. */
export interface Notes {
	/** What is wrong with it. */
	problems: ParameterProblem[];
	/** Said in its output, should it be sent. */
	warnings: string[];
	/** Whether an expression within its text gave nothing. */
	hasGap: boolean;
}

/** The notes of a row that nothing is known of. */
export const noNotes = (): Notes => ({ problems: [], warnings: [], hasGap: false });
