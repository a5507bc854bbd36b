import { replacementsIn, withPlainPunctuation } from '../../text/plainPunctuation';
import type { Operation } from '../operation';
import { withWarning, type Row } from '../row/row';

/** Gives a row's text plain punctuation, where that makes it cheaper; its warnings say what was replaced. */
export const punctuate =
	({ text, withText }: Operation) =>
	(row: Row): Row => {
		const given = text?.(row.fields);
		const plain = given === undefined ? undefined : withPlainPunctuation(given);
		if (given === undefined || plain === undefined || withText === undefined) return row;
		const fields = withText(row.fields, plain);
		return withWarning({ ...row, fields }, `'Plain Punctuation' replaced ${replacementsIn(given)}`);
	};
