import { InputProblem, messageOf } from '../../values/inputProblem';
import type { Failure } from './result';

/** What is wrong with a parameter, as the user will read it. */
export interface ParameterProblem {
	/** The parameter's shown name. */
	parameter: string;
	/** A predicate: "is empty", "holds …". */
	says: string;
	advice: string;
}

/** What was thrown while a parameter was read, as a problem under its shown name. */
export function problemOf(parameter: string, error: unknown): ParameterProblem {
	if (error instanceof InputProblem) {
		return { parameter, says: error.message, advice: error.advice };
	}
	return {
		parameter,
		says: `can't be read: ${messageOf(error)}`,
		advice: 'Correct its expression or value.',
	};
}

/** The failure of `what` ("item 3") with these problems, or of all rows: one sentence that names each; undefined without any. */
export function rowProblemOf(
	problems: readonly ParameterProblem[],
	what?: string,
): Failure | undefined {
	const [first] = problems;
	if (first === undefined) return undefined;
	const of = what === undefined ? '' : ` of ${what}`;
	const said = problems.map(({ parameter, says }) => `'${parameter}'${of} ${says}`);
	return { message: said.join('; '), advice: first.advice };
}
