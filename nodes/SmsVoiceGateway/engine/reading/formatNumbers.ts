import { orProblem, InputProblem } from '../../values/inputProblem';
import { formatNumber } from '../../numbers/formatNumber';
import type { NumberFormat } from '../../numbers/formatNumber';
import type { Operation } from '../operation';
import { rowProblemOf, problemOf } from '../row/problem';
import { nameOf, withWarning } from '../row/row';
import type { Row, RowOf } from '../row/row';

/** Writes a row's numbers in the form that the user wants, each once. A number that can't be is a wrong row. */
export const formatNumbers =
	({ recipients, withRecipients }: Operation, format: NumberFormat) =>
	(row: RowOf): Row => {
		if (recipients === undefined || withRecipients === undefined) return row;
		const numbers = recipients(row.fields);
		const formatted = orProblem(() => numbers.map((number) => formatNumber(number, format)));
		if (formatted instanceof InputProblem) {
			const problem = rowProblemOf([problemOf('To', formatted)], nameOf(row));
			return { ...row, fields: undefined, problem };
		}
		const once = [...new Set(formatted)];
		const repeated = once.filter(
			(number) => formatted.indexOf(number) !== formatted.lastIndexOf(number),
		);
		return repeated.reduce<Row>(
			(said, number) =>
				withWarning(said, `${number} was given more than once and gets the message once`),
			{ ...row, fields: withRecipients(row.fields, once) },
		);
	};
