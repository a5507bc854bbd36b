import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import type { Failure } from '../row/failure';
import type { summarize } from './summary';

/** The error that ends the run in stop mode. Nothing of the request or the answer is attached to it. */
export function toError(
	node: INode,
	failure: Failure,
	itemIndex: number,
	summary: ReturnType<typeof summarize>,
): NodeApiError {
	// Of a single item the message says all.
	const rest = summary.count > 1 ? ` ${summary.text}` : '';
	const description = `${failure.advice}${rest}`;
	const bare: JsonObject = { message: failure.message };
	const error = new NodeApiError(node, bare, {
		message: failure.message,
		description,
		// n8n's editor writes it behind the message.
		...(namesItem(failure.message, itemIndex) ? {} : { itemIndex }),
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

const namesItem = (message: string, item: number) =>
	new RegExp(`\\bitem ${item}(?!\\d)`).test(message);
