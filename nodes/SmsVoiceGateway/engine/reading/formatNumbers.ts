import { orProblem, InputProblem } from '../../values/inputProblem';
import { formatNumber, type NumberFormat } from '../../numbers/formatNumber';
import type { Operation } from '../operation';
import { nameOf, withWarning, wrongRow, type ReadyRow, type Row } from '../row/row';

/** Writes a row's numbers in the form that the user wants, each once. A number that can't be is a wrong row. */
export const formatNumbers =
	({ recipients, withRecipients }: Operation, format: NumberFormat) =>
	(row: ReadyRow): Row => {
		if (recipients === undefined || withRecipients === undefined) return row;
		const numbers = recipients(row.fields);
		const formatted = orProblem(() => numbers.map((number) => formatNumber(number, format)));
		if (formatted instanceof InputProblem)
			return wrongRow(row, {
				message: `'To' of ${nameOf(row)} ${formatted.message}`,
				advice: formatted.advice,
			});
		const once = [...new Set(formatted)];
		const repeated = once.filter(
			(number) => formatted.indexOf(number) !== formatted.lastIndexOf(number),
		);
		return repeated.reduce(
			(said, number) =>
				withWarning(said, `${number} was given more than once and gets the message once`),
			{ ...row, fields: withRecipients(row.fields, once) },
		);
	};
