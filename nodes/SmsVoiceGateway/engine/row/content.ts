import { canonicalNumber } from '../../numbers/formatNumber';
import type { NumberFormat } from '../../numbers/formatNumber';
import type { Operation } from '../operation';
import type { ReadyRow } from './row';

/** What a row says to whom, as it was given: its numbers, and what they get. */
export type Content = readonly unknown[];

/**
 * The content of a row before any option rewrites it: the same when it goes at another time, from another sender, or in
 * another request. `format` tells in which writings a number is the same one.
 */
export function contentOf(
	{ fields }: ReadyRow,
	{ recipients, content }: Operation,
	format?: NumberFormat,
): Content {
	const numbers = recipients?.(fields) ?? [];
	return [numbers.map((number) => canonicalNumber(number, format)).sort(), content?.(fields)];
}
