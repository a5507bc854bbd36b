import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../lib/json';
import { costOf } from '../lib/textCost';
import type { BulkMessage } from '../lib/wire';
import { messageIdsOf } from './rows';

/** What the output says of a row itself, sent or not. */
export function describeRow({ source, destination, message }: BulkMessage): IDataObject {
	return { source, destination, ...costOf(message) };
}

/**
 * One output item for each message of an accepted batch, in order. `messageId` only where the answer
 * holds exactly one id for each message, else null and the whole answer in `response`: never guessed.
 */
export function toRowItems(
	messages: readonly BulkMessage[],
	response: Json,
	batch: number,
): IDataObject[] {
	const ids = messageIdsOf(messages, response);
	return messages.map((message, index) => {
		const messageId = ids[index] ?? null;
		return {
			outcome: 'accepted',
			messageId,
			...describeRow(message),
			batch,
			...(messageId === null ? { response: response as IDataObject } : {}),
		};
	});
}
