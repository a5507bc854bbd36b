import type { IDataObject } from 'n8n-workflow';

import { rowDestination } from '../../fields/destination';
import { message } from '../../fields/message';
import { options } from '../../fields/options';
import { sendingOptions } from '../../fields/sending';
import { source } from '../../fields/source';
import { bulkMessages, messagesFrom, sendToBlacklist, shownFor } from '../../fields/bulk';
import { messageParts } from '../../lib/messageParts';
import type { BulkMessage } from '../../lib/wire';
import { readMessageIds } from '../../response/messageIds';
import { defineOperation } from '../operation';

export const sendBulk = defineOperation({
	resource: 'sms',
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send bulk SMS',
	description: 'Send a text of its own to each number, through the endpoint for bulk messages',
	endpoint: { host: 'sms', path: '/webservice/v2rest/p2psendsms' },
	sends: true,
	fields: [
		messagesFrom,
		...shownFor('inputItems', [
			source('data[0].source'),
			rowDestination,
			message('data[0].message'),
			sendToBlacklist,
		]),
		...shownFor('json', [bulkMessages]),
		options(...sendingOptions),
	],
	describe: ({ body }) => ({ messages: messagesOf(body).map(describeRow) }),
	toItems: (_described, response, { body }) => {
		const messages = messagesOf(body);
		const ids = readMessageIds(response);
		// One id per message, or none: which id belongs to which message is never guessed.
		const paired = ids.length === messages.length;
		return messages.map((row, index) => ({
			messageId: paired ? ids[index] : null,
			...describeRow(row),
			batch: 1,
			...(paired ? {} : { response }),
		}));
	},
});

function messagesOf(body: IDataObject): BulkMessage[] {
	return body.data as unknown as BulkMessage[];
}

function describeRow({ source: from, destination, message: text }: BulkMessage): IDataObject {
	const { encoding, parts } = messageParts(text);
	return { source: from, destination, encoding, parts };
}
