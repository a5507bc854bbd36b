import { replacementsIn, withPlainPunctuation } from '../../text/plainPunctuation';
import type { Row } from '../row/row';

/** Gives a row's text plain punctuation, where that makes it cheaper; its warnings say what was replaced. */
export function punctuate(row: Row): void {
	const fields = row.fields as { message?: string } | undefined;
	if (fields?.message === undefined) return;
	const plain = withPlainPunctuation(fields.message);
	if (plain === undefined) return;
	(row.warnings ??= []).push(`'Plain Punctuation' replaced ${replacementsIn(fields.message)}`);
	fields.message = plain;
}
