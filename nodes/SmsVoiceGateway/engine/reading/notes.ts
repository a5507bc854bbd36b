import { rowProblemOf, type ParameterProblem } from '../row/problem';
import { nameOf, wrongRow, type BaseRow, type Row } from '../row/row';

/** What is found out about a row while it is read. */
export interface Notes {
	/** What is wrong with it. */
	problems: ParameterProblem[];
	/** Said in its output, should it be sent. */
	warnings: string[];
	/** Whether an expression within its text gave nothing. */
	hasGap: boolean;
}

/** The row of these fields, or the wrong one that the notes make of it; `name`: as an error names it. */
export function rowOf(
	base: BaseRow,
	{ problems, warnings, hasGap }: Notes,
	fields: object,
	name = nameOf(base),
): Row {
	const row = { ...base, hasGap };
	const problem = rowProblemOf(problems, name);
	if (problem !== undefined) return wrongRow(row, problem);
	const said = warnings.length > 0 ? { warnings: [...warnings] } : {};
	return { ...row, ...said, state: 'ready', fields };
}

/** The notes of a row that nothing is known of. */
export const noNotes = (): Notes => ({ problems: [], warnings: [], hasGap: false });
