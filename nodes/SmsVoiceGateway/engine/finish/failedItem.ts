import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../row/failure';

/**
 * The item of a failed row in the node's regular output: what is wrong, and with whom, in the first columns of a table,
 * and behind it the row's own columns: those of a sheet. An object is none, such as the headers of a webhook's call, which
 * nobody wants in the answer to it.
 */
export function toFailedItem(
	failure: Failure,
	itemIndex: number,
	columns: IDataObject,
): INodeExecutionData {
	const { outcome, destination, message, advice, code, httpStatus, retryAfter } = failure;
	const said = withoutGaps({
		...{ outcome, destination, error: message, advice },
		...{ code, httpStatus, retryAfter },
	});
	const own = Object.entries(columns).filter(
		([, value]) => typeof value !== 'object' || value === null,
	);
	return {
		json: { ...said, ...Object.fromEntries(own), ...said },
		pairedItem: { item: itemIndex },
	};
}

/**
 * The item of a failed row for n8n's error output. Only `error` and `details`, and no `item.error`: the one shape that
 * n8n merges with the input row's own columns (n8n-core 2.40, handleNodeErrorOutput).
 */
export function toErrorItem(failure: Failure, itemIndex: number): INodeExecutionData {
	const { outcome, code, httpStatus, destination, retryAfter, message, advice } = failure;
	const details = withoutGaps({ outcome, code, httpStatus, destination, retryAfter, advice });
	return { json: { error: message, details }, pairedItem: { item: itemIndex } };
}

const withoutGaps = (values: Record<string, string | number | undefined>): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
