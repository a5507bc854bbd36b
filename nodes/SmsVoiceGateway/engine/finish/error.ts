import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';

import type { Host } from '../../host/host';
import type { Failed } from '../row/result';
import { unread } from '../row/row';
import { failedItemOf } from './failedItem';
import { inOneMessage } from './forModel';
import { reportOf } from './report';

/**
 * The output of an item that failed. Throws where failures end the run: with what is `said` of all items behind the advice,
 * and the `report` of them in its data. Nothing of the request or the answer is attached to it.
 */
export function fail(
	host: Host,
	failed: Failed,
	itemIndex: number,
	said: readonly string[] = [],
	report = reportOf([unread(itemIndex, failed)]),
): INodeExecutionData[] {
	const { node, isTool, isRunByEngine, continueOnFail } = host;
	const shown = isTool ? inOneMessage(failed) : failed;
	const { message, advice, httpStatus, cause } = shown.failure;
	if (continueOnFail || (!isRunByEngine && isReplaced(node, message)))
		return [failedItemOf(host, failed, itemIndex)];
	const description = [advice, ...said].join(' ');
	const bare: JsonObject = { message };
	const error = new NodeApiError(node, bare, {
		message,
		description,
		// n8n's editor writes it behind the message.
		...(namesItem(message, itemIndex) ? {} : { itemIndex }),
		level: 'warning',
		...(httpStatus === undefined ? {} : { httpCode: String(httpStatus) }),
		...(cause === undefined ? {} : { failure: { cause } }),
	});
	// n8n replaces a message that holds an error code by a stock text, which advises to send again.
	error.message = message;
	error.description = description;
	error.context.data = report;
	throw error;
}

/**
 * Whether n8n, where a tool is called outside its engine, would show a stock text instead of a message: it does so
 * with one that holds such a code as ECONNRESET, and may then advise to try again (n8n-workflow 2.40, NodeError).
 */
const isReplaced = (node: INode, message: string): boolean =>
	new NodeOperationError(node, message).message !== message;

const namesItem = (message: string, item: number) =>
	new RegExp(`\\bitem ${item}(?!\\d)`).test(message);
