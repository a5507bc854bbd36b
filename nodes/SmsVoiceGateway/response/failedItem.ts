import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Summary } from '../engine/summary';
import type { Failure } from './failure';

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
	const { message, outcome, code, httpStatus, destination, advice } = failure;
	const details: IDataObject = { outcome };
	if (code !== undefined) details.code = code;
	if (httpStatus !== undefined) details.httpStatus = httpStatus;
	if (destination !== undefined) details.destination = destination;
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

/** The error that ends the run in stop mode. Nothing of the request or the answer is attached to it. */
export function toError(
	node: INode,
	failure: Failure,
	itemIndex: number,
	summary: Summary,
): NodeApiError {
	// Of a single item the message says all.
	const rest = summary.count > 1 ? ` ${summary.text}` : '';
	const description = `${failure.advice}${rest}`;
	const bare: JsonObject = { message: failure.message };
	const error = new NodeApiError(node, bare, {
		message: failure.message,
		description,
		itemIndex,
		level: 'warning',
		...(failure.httpStatus === undefined ? {} : { httpCode: String(failure.httpStatus) }),
		...(failure.cause === undefined ? {} : { failure: { cause: failure.cause } }),
	});
	// n8n replaces a message that holds an error code by a stock text, which advises to send again.
	error.message = failure.message;
	error.description = description;
	error.context.data = summary.report;
	return error;
}
