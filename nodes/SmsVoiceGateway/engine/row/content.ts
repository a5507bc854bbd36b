import type { IDataObject } from 'n8n-workflow';

import { canonicalNumber, type NumberFormat } from '../../numbers/formatNumber';
import type { Operation } from '../operation';
import type { Row } from './row';

/**
 * What a row says to whom, its numbers and what they get, before any option rewrites it: the same when it goes at another
 * time, from another sender, or in another request. `format` tells in which writings a number is the same one.
 */
export function contentOf(
	{ fields }: Row,
	{ recipients, content }: Operation,
	format?: NumberFormat,
): readonly unknown[] {
	const numbers = recipients?.(fields) ?? [];
	return [numbers.map((number) => canonicalNumber(number, format)).sort(), content?.(fields)];
}

/** Where a row goes, as its failure names it; undefined where it is wrong. */
export const destinationOf = (
	{ fields, problem }: Row,
	{ recipients }: Pick<Operation, 'recipients'>,
): string | undefined => (problem === undefined ? recipients?.(fields).join(',') : undefined);

/** The body of the request that `rows` share, with their further fields and without the login. */
export const bodyOf = (rows: Row[], operation: Operation): IDataObject =>
	operation.toBody(
		rows.map((row) =>
			row.additional === undefined ? row : { ...row, fields: { ...row.fields, ...row.additional } },
		),
	);
