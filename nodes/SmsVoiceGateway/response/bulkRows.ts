import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../lib/json';
import { messageParts } from '../lib/messageParts';
import type { BulkMessage } from '../lib/wire';
import { readMessageIds } from './messageIds';

/** What the output says of a row itself, sent or not. */
export function describeRow({ source, destination, message }: BulkMessage): IDataObject {
	const { encoding, parts } = messageParts(message);
	return { source, destination, encoding, parts };
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
	const ids = readMessageIds(response);
	const paired = ids.length === messages.length;
	return messages.map(({ source, destination, message }, index) => {
		const { encoding, parts } = messageParts(message);
		const messageId = paired ? ids[index] : null;
		const item: IDataObject = {
			outcome: 'accepted',
			messageId,
			source,
			destination,
			encoding,
			parts,
			batch,
		};
		if (!paired) item.response = response as IDataObject;
		return item;
	});
}
