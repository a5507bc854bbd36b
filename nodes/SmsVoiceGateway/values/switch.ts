import { InputProblem, quote } from './inputProblem';

/**
 * Whether an option is on. An expression over a sheet's column gives text, so "true" and "false" count too;
 * a switch that holds nothing is off. Throws InputProblem for anything else: a wish for a dry run must not be overheard.
 */
export function readSwitch(value: unknown): boolean {
	const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (given === true || given === 'true' || given === 1 || given === '1') return true;
	if (given === undefined || given === null || given === false || given === 'false') return false;
	if (given === '' || given === 0 || given === '0') return false;
	throw new InputProblem(
		`holds ${quote(value)}, which is neither true nor false`,
		'Use true or false.',
	);
}
