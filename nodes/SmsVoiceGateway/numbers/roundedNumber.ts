import { InputProblem, quote } from '../values/inputProblem';
import { plainDigits } from './plainDigits';

/** As Excel shows a long number ("9.89121E+11", in other locales "9,89121E+11") or JavaScript prints one. */
const EXPONENT = /^\+?\d+(?:[.,\u066b]\d+e[+-]?|e[+-])\d+$/i;

/** As CSV exports write a column that was read as decimals. Its dot must not be taken for a separator. */
const DECIMAL_ZERO = /^\+?\d+\.0+$/;

function isRounded(value: unknown): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	if (typeof value !== 'string') return false;
	const text = plainDigits(value).trim();
	return EXPONENT.test(text) || DECIMAL_ZERO.test(text);
}

/**
 * Throws InputProblem for a number or an id whose digits are lost: an integer above 2^53, exponent
 * notation, or a whole number written with decimals. Anything else passes.
 */
export function refuseRounded(value: unknown): void {
	if (isRounded(value)) {
		throw new InputProblem(
			`holds ${quote(value)}, which is a rounded number`,
			'The spreadsheet cell has turned it into a rounded number; format the column as text, enter the digits again and hand them on as text.',
		);
	}
}
