import { emptyProblem, InputProblem } from '../values/inputProblem';
import { plainDigits } from './plainDigits';
import { refuseRounded } from './roundedNumber';

/** Commas and semicolons of Latin, Arabic and full-width text, but of `tel:…;ext=`; and every line break of a pasted column. */
const SEPARATOR = /[,\u060c\u061b\uff0c\uff1b\n\r\v\f\u0085\u2028\u2029]|;(?!\s*[a-z-]+=)/i;

function valuesOfText(text: string): string[] {
	// Before the split: in "9,89121E+11" the comma is a decimal mark.
	refuseRounded(text);
	if (!SEPARATOR.test(text)) return plainDigits(text).trim() === '' ? [] : [text];
	const values = text.split(SEPARATOR).filter((value) => plainDigits(value).trim() !== '');
	values.forEach(refuseRounded);
	return values;
}

function valuesOfElement(element: unknown, index: number): unknown[] {
	const values = typeof element === 'string' ? valuesOfText(element) : [element ?? ''];
	if (values.length === 0 || values[0] === '') {
		throw new InputProblem(
			`holds nothing at position ${index + 1} of its list`,
			'Fill in the missing value, or take it out of the list before this node.',
		);
	}
	return values;
}

/**
 * The single values of a parameter that takes one, several in a text, or an array whose elements may
 * themselves hold several. Blank values of a text (trailing comma, empty line) don't count; an array
 * element with nothing in it is a problem, because a recipient would be lost silently.
 * Throws InputProblem when nothing is left, and for a rounded number; the values are not checked further.
 */
export function splitList(value: unknown): unknown[] {
	// Array.from visits the holes of a sparse array too.
	const values = Array.isArray(value)
		? Array.from<unknown>(value).flatMap(valuesOfElement)
		: typeof value === 'string'
			? valuesOfText(value)
			: value === undefined || value === null
				? []
				: [value];
	if (values.length === 0) throw emptyProblem();
	return values;
}
