import type { INodeExecutionData } from 'n8n-workflow';

/**
 * An item as n8n takes it to the error output. Before 2.34.6 n8n leaves an item with `details` on the first output,
 * unless the item has an `error`; but with that it replaces `json`. Not enumerable, `error` is seen, and stays behind
 * where n8n copies the item to the error output.
 */
export const forErrorOutput = (item: INodeExecutionData, message: string): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: { message }, writable: true });
