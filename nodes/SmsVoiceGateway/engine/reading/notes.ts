import { rowProblemOf, type ParameterProblem } from '../row/problem';
import { nameOf, type BaseRow, type Row } from '../row/row';

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
	const said = warnings.length > 0 ? [...warnings] : undefined;
	// All of one shape, in which V8 finds what it looks for: of 100,000 rows each look costs.
	return {
		...base,
		problem: rowProblemOf(problems, name),
		fields,
		warnings: said,
		result: undefined,
	};
}

/** The notes of a row that nothing is known of. */
export const noNotes = (): Notes => ({ problems: [], warnings: [] });
