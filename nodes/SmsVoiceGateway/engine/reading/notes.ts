import { rowProblemOf, type ParameterProblem } from '../row/problem';
import { nameOf, wrongRow, type BaseRow, type Row } from '../row/row';

/** What is found out about a row while it is read. */
export interface Notes {
	/** What is wrong with it. */
	problems: ParameterProblem[];
	/** Said in its output, should it be sent. */
	warnings: string[];
}

/** The row of these fields, or the wrong one that the notes make of it; `name`: as an error names it. */
export function rowOf(
	base: BaseRow,
	{ problems, warnings }: Notes,
	fields: object,
	name = nameOf(base),
): Row {
	const problem = rowProblemOf(problems, name);
	if (problem !== undefined) return wrongRow(base, problem);
	const said = warnings.length > 0 ? { warnings: [...warnings] } : {};
	return { ...base, ...said, fields };
}

/** The notes of a row that nothing is known of. */
export const noNotes = (): Notes => ({ problems: [], warnings: [] });
