import type { Problem } from '../request/draft';

/** What is wrong with an item, as a sentence that names the parameter and the item, and the next step. */
export interface Flaw {
	message: string;
	advice: string;
}

/** The problems of `what` ("item 3") in one sentence; undefined where there are none. */
export function flawOf(problems: readonly Problem[], what: string): Flaw | undefined {
	const [first] = problems;
	if (first === undefined) return undefined;
	const said = problems.map(({ parameter, says }) => `'${parameter}' of ${what} ${says}`);
	return { message: said.join('; '), advice: first.advice };
}
