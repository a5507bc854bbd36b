import { emptyProblem, InputProblem, isBlank } from '../values/inputProblem';
import { plainDigits, refuseRounded } from './digits';

/**
 * What separates the values of any list, of numbers or ids: commas and semicolons of Latin, Arabic and full-width text, but
 * of `tel:…;ext=`; every line break of a pasted column; and what Google's contacts have between two numbers of a person.
 */
const SEPARATOR = /[,\u060c\u061b\uff0c\uff1b\n\r\v\f\u0085\u2028\u2029]|;(?!\s*[a-z-]+=)|:::/i;

function valuesOfText(text: string) {
	// Before the split: in "9,89121E+11" the comma is a decimal mark.
	refuseRounded(text);
	const values = text.split(SEPARATOR).filter((value) => plainDigits(value).trim() !== '');
	return values.map(refuseRounded);
}

/**
 * The single values of a parameter that takes one, several in a text, or an array whose elements may
 * themselves hold several. Blank values of a text (trailing comma, empty line) don't count; an array
 * element with nothing in it is a problem, because a recipient would be lost silently.
 * Throws InputProblem when nothing is left, and for a rounded number; the values are not checked further.
 */
export function splitList(value: unknown): unknown[] {
	const isArray = Array.isArray(value);
	// Array.from visits the holes of a sparse array too.
	const elements = isArray ? Array.from<unknown>(value) : [value];
	const values = elements.flatMap((element, index) => {
		const held =
			typeof element === 'string' ? valuesOfText(element) : isBlank(element) ? [] : [element];
		if (!isArray || held.length > 0) return held;
		throw new InputProblem(
			`holds nothing at position ${index + 1} of its list`,
			'Fill in the missing value, or take it out of the list before this node.',
		);
	});
	if (values.length === 0) throw emptyProblem();
	return values;
}
