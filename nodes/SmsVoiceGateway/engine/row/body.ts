import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../operation';
import type { ReadyRow } from './row';

/** The body of the request that `rows` share, with their further fields and without the login. */
export function bodyOf(rows: ReadyRow[], operation: Operation): IDataObject {
	return operation.toBody(rows.map(withAdditional));
}

function withAdditional(row: ReadyRow): ReadyRow {
	const { fields, additional } = row;
	return additional === undefined ? row : { ...row, fields: { ...fields, ...additional } };
}
