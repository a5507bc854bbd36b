import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../row/failure';

/**
 * The output item of a failed row. Only `error`, `message` and `details`, and no `item.error`: the one
 * shape that n8n's error output merges with the input row's own columns (n8n-core 2.40, handleNodeErrorOutput).
 * `forErrorOutput` where n8n is to put a copy of it there.
 */
export function toFailedItem(
	failure: Failure,
	itemIndex: number,
	forErrorOutput: boolean,
): INodeExecutionData {
	const { message, outcome, code, httpStatus, destination, retryAfter, advice } = failure;
	const details: IDataObject = { outcome };
	if (code !== undefined) details.code = code;
	if (httpStatus !== undefined) details.httpStatus = httpStatus;
	if (destination !== undefined) details.destination = destination;
	if (retryAfter !== undefined) details.retryAfter = retryAfter;
	details.advice = advice;
	const item = { json: { error: message, details }, pairedItem: { item: itemIndex } };
	return forErrorOutput ? withHiddenError(item, message) : item;
}

/**
 * Before 2.34.6 n8n leaves an item with `details` on the first output, unless the item has an `error`; but with that
 * it replaces `json`. Not enumerable, `error` is seen, and stays behind where n8n copies the item to the error output.
 */
function withHiddenError(item: INodeExecutionData, message: string): INodeExecutionData {
	return Object.defineProperty(item, 'error', { value: { message }, writable: true });
}
