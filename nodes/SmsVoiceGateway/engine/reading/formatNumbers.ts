import { orProblem, InputProblem } from '../../values/inputProblem';
import { formatNumber, type NumberFormat } from '../../numbers/formatNumber';
import { eachOnce, saidOnce } from '../../numbers/phoneNumbers';
import type { Operation } from '../operation';
import { nameOf, withWarning, wrongRow, type Row } from '../row/row';

/** Writes a row's numbers in the form that the user wants, each once. A number that can't be is a wrong row. */
export const formatNumbers =
	(
		{ recipients, withRecipients }: Pick<Operation, 'recipients' | 'withRecipients'>,
		format: NumberFormat,
	) =>
	(row: Row): Row => {
		if (recipients === undefined || withRecipients === undefined) return row;
		const numbers = recipients(row.fields);
		const formatted = orProblem(() => numbers.map((number) => formatNumber(number, format)));
		if (formatted instanceof InputProblem)
			return wrongRow(row, {
				message: `'To' of ${nameOf(row)} ${formatted.message}`,
				advice: formatted.advice,
			});
		const { destinations, repeated } = eachOnce(formatted);
		const fields = withRecipients(row.fields, destinations);
		return withWarning({ ...row, fields }, repeated.map(saidOnce));
	};
