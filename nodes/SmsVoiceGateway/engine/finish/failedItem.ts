import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { forErrorOutput } from '../../host/versions/errorOutput';
import type { Host } from '../../host/host';
import type { Failed } from '../row/result';

/** The item of a failed row, as it comes out of this node. `columns`: those of the row, where they are its own. */
export const failedItemOf = (
	{ hasErrorOutput }: Host,
	failed: Failed,
	item: number,
	columns: IDataObject = {},
): INodeExecutionData =>
	hasErrorOutput ? toErrorItem(failed, item) : toFailedItem(failed, item, columns);

/**
 * The item of a failed row in the node's regular output: what is wrong, and with whom, in the first columns of a table, and
 * behind it the row's own columns: those of a sheet. An object is none, such as the headers of a webhook's call, which
 * nobody wants in the answer to it.
 */
export function toFailedItem(
	{ outcome, failure }: Failed,
	item: number,
	columns: IDataObject,
): INodeExecutionData {
	const { destination, message, advice, code, httpStatus, retryAfter } = failure;
	const said = withoutGaps({
		...{ outcome, destination, error: message, advice },
		...{ code, httpStatus, retryAfter },
	});
	const own = Object.entries(columns).filter(
		([, value]) => typeof value !== 'object' || value === null,
	);
	return { json: { ...said, ...Object.fromEntries(own), ...said }, pairedItem: { item } };
}

/**
 * The item of a failed row for n8n's error output. Only `error` and `details`, and no `item.error`: the one shape that
 * n8n merges with the input row's own columns (n8n-core 2.40, handleNodeErrorOutput).
 */
export function toErrorItem({ outcome, failure }: Failed, itemIndex: number): INodeExecutionData {
	const { code, httpStatus, destination, retryAfter, message, advice } = failure;
	const details = withoutGaps({ outcome, code, httpStatus, destination, retryAfter, advice });
	const item = { json: { error: message, details }, pairedItem: { item: itemIndex } };
	return forErrorOutput(item, message);
}

const withoutGaps = (values: Record<string, string | number | undefined>): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
