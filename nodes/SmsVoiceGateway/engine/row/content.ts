import { canonicalNumber, type NumberFormat } from '../../numbers/formatNumber';
import type { Operation } from '../operation';
import { isReady, type ReadyRow, type Row } from './row';

/**
 * What a row says to whom, its numbers and what they get, before any option rewrites it: the same when it goes at another
 * time, from another sender, or in another request. `format` tells in which writings a number is the same one.
 */
export function contentOf(
	{ fields }: ReadyRow,
	{ recipients, content }: Operation,
	format?: NumberFormat,
): readonly unknown[] {
	const numbers = recipients?.(fields) ?? [];
	return [numbers.map((number) => canonicalNumber(number, format)).sort(), content?.(fields)];
}

/** Where a row goes, as its failure names it. */
export function destinationOf(
	row: Row,
	{ recipients }: Pick<Operation, 'recipients'>,
): string | undefined {
	return isReady(row) ? recipients?.(row.fields).join(',') : undefined;
}
