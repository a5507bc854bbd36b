import type { ParameterProblem } from '../row/problem';
import type { Row } from '../row/row';

/** What is found out about a row while it is read. */
export interface Notes {
	/** What is wrong with it. */
	problems: ParameterProblem[];
	/** Said in its output, should it be sent. */
	warnings: string[];
	/** Whether an expression within its text gave nothing. */
	hasGap: boolean;
}

/** What of them stands in a row that is made of it. */
export const saidIn = ({ warnings, hasGap }: Notes): Pick<Row, 'warnings' | 'hasGap'> => ({
	...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
	...(hasGap ? { hasGap } : {}),
});

/** The notes of a row that nothing is known of. */
export const noNotes = (): Notes => ({ problems: [], warnings: [], hasGap: false });
