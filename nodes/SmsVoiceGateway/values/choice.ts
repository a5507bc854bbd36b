import { InputProblem, quote } from './inputProblem';

/** How the value of a list is read: as one of its choices. What it gives throws InputProblem for anything else. */
export const choiceOf =
	<const T extends string>(choices: readonly T[], advice: string) =>
	(value: unknown): T => {
		const known = choices.find((choice) => choice === value);
		if (known !== undefined) return known;
		const [first, second] = choices;
		const none =
			choices.length === 2 ? `neither ${quote(first)} nor ${quote(second)}` : 'none of its choices';
		throw new InputProblem(`holds ${quote(value)}, which is ${none}`, advice);
	};
