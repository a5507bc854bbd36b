import {
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { Host } from '../../host/host';
import { toErrorItem, toFailedItem } from './failedItem';
import type { Failure } from '../row/failure';
import { inOneMessage } from './forModel';
import { failed } from '../row/result';
import { unread } from '../row/row';
import { toError } from './error';
import { summarize } from './summary';

/** The item of a failed row, as it comes out of this node. `columns`: those of the row, where they are its own. */
export function failedItemOf(
	{ hasErrorOutput }: Host,
	failure: Failure,
	itemIndex: number,
	columns: IDataObject = {},
): INodeExecutionData {
	return hasErrorOutput
		? toErrorItem(failure, itemIndex)
		: toFailedItem(failure, itemIndex, columns);
}

/** The output of an item that failed. Throws where failures end the run. */
export function fail(
	host: Host,
	failure: Failure,
	itemIndex: number,
	summary?: ReturnType<typeof summarize>,
): INodeExecutionData[] {
	const { node, isTool, isRunByEngine, continueOnFail } = host;
	const said = isTool ? inOneMessage(failure) : failure;
	const isLost = !isRunByEngine && isReplaced(node, said.message);
	if (continueOnFail || isLost) return [failedItemOf(host, failure, itemIndex)];
	const alone = () => summarize([unread(itemIndex, failed(failure))]);
	throw toError(node, said, itemIndex, summary ?? alone());
}

/**
 * Whether n8n, where a tool is called outside its engine, would show a stock text instead of a message: it does so
 * with one that holds such a code as ECONNRESET, and may then advise to try again (n8n-workflow 2.40, NodeError).
 */
function isReplaced(node: INode, message: string): boolean {
	return new NodeOperationError(node, message).message !== message;
}
