import { InputProblem, quote } from './inputProblem';

/** A number that is given as one, or as text; NaN for anything else. */
export const asNumber = (value: unknown): number =>
	typeof value === 'string' && value.trim() !== ''
		? Number(value)
		: typeof value === 'number'
			? value
			: NaN;

/**
 * A whole number from `least` to `most`, given as a number or as text. Throws InputProblem with `advice`
 * for anything else.
 */
export function readWholeNumber(
	value: unknown,
	least: number,
	most: number,
	advice: string,
): number {
	const number = asNumber(value);
	if (Number.isInteger(number) && number >= least && number <= most) return number;
	const range =
		most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
	throw new InputProblem(`holds ${quote(value)}, which is not a whole number ${range}`, advice);
}
