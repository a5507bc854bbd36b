import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toErrorItem, toFailedItem } from './failedItem';
import type { Failure } from '../row/failure';
import { inOneMessage } from './forModel';
import { hearsErrors, isReview, isRunByEngine, isTool, nodeOf } from '../caller';
import type { Context } from '../caller';
import { failed } from '../row/result';
import { toError } from './error';
import { summarize } from './summary';
import type { Summary } from './summary';

/**
 * Whether a failed item comes out as an item; otherwise it ends the run. Of an error that a review throws, n8n tells
 * the model that the user has declined.
 */
export function givesFailedItems(context: Context): boolean {
	const { onError } = nodeOf(context);
	const isAnswer = isReview(context) && onError !== 'stopWorkflow';
	return context.continueOnFail() || !hearsErrors(context) || isAnswer;
}

/** Whether n8n copies failed items to the error output; of a node without a source it passes the items on themselves. */
function goesToErrorOutput(context: Context): boolean {
	const { onError } = nodeOf(context);
	return onError === 'continueErrorOutput' && context.getExecuteData().source !== null;
}

/** The item of a failed row, as it comes out of this node. `columns`: those of the row, where they are its own. */
export function failedItemOf(
	context: Context,
	failure: Failure,
	itemIndex: number,
	columns: IDataObject = {},
): INodeExecutionData {
	return goesToErrorOutput(context)
		? toErrorItem(failure, itemIndex)
		: toFailedItem(failure, itemIndex, columns);
}

/** The output of an item that failed. Throws where failures end the run. */
export function fail(
	context: Context,
	failure: Failure,
	itemIndex: number,
	summary?: Summary,
): INodeExecutionData[] {
	const node = nodeOf(context);
	const said = isTool(context) ? inOneMessage(failure) : failure;
	const isLost = !isRunByEngine(context) && isReplaced(node, said.message);
	if (givesFailedItems(context) || isLost) return [failedItemOf(context, failure, itemIndex)];
	const alone = () => summarize(new Map([[itemIndex, failed(failure)]]), 'item');
	throw toError(node, said, itemIndex, summary ?? alone());
}

/**
 * Whether n8n, where a tool is called outside its engine, would show a stock text instead of a message: it does so
 * with one that holds such a code as ECONNRESET, and may then advise to try again (n8n-workflow 2.40, NodeError).
 */
function isReplaced(node: INode, message: string): boolean {
	return new NodeOperationError(node, message).message !== message;
}
