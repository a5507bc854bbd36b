import { orProblem, InputProblem } from '../../values/inputProblem';
import { formatNumber } from '../../numbers/formatNumber';
import type { NumberFormat } from '../../numbers/formatNumber';
import { rowProblemOf, problemOf } from '../row/problem';
import { nameOf } from '../row/row';
import type { Row } from '../row/row';

/** Writes a row's numbers in the form that the user wants, each once. A number that can't be is a wrong row. */
export function formatNumbers(row: Row, format: NumberFormat | undefined): void {
	if (format === undefined || row.fields === undefined) return;
	const fields = row.fields as { destination?: string | string[] };
	const { destination } = fields;
	if (destination === undefined) return;
	const formatted = orProblem(() =>
		[destination].flat().map((number) => formatNumber(number, format)),
	);
	if (formatted instanceof InputProblem) {
		row.problem = rowProblemOf([problemOf('To', formatted)], nameOf(row));
		row.fields = undefined;
		return;
	}
	const [first = ''] = formatted;
	if (!Array.isArray(destination)) {
		fields.destination = first;
		return;
	}
	const once = [...new Set(formatted)];
	for (const number of once) {
		if (formatted.indexOf(number) === formatted.lastIndexOf(number)) continue;
		(row.warnings ??= []).push(`${number} was given more than once and gets the message once`);
	}
	fields.destination = once;
}
