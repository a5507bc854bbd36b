import { messageParts } from '../../text/messageParts';
import type { Operation } from '../operation';
import { nameOf, wrongRow, type Row } from '../row/row';

/** Makes a wrong row of one whose text has more message parts than `most`; 0: any. */
export const refuseLongText =
	({ text }: Operation, most: number) =>
	(row: Row): Row => {
		const message = most === 0 ? undefined : text?.(row.fields);
		if (message === undefined) return row;
		const { parts } = messageParts(message);
		if (parts <= most) return row;
		return wrongRow(row, {
			message: `'Message' of ${nameOf(row)} has ${parts} message parts, and 'Max Parts' allows ${most}`,
			advice: "Shorten the text, or raise 'Max Parts'.",
		});
	};
