import type { IDataObject } from 'n8n-workflow';

import { batchingOptions } from '../../fields/batching';
import { bulkMessages, messagesFrom } from '../../fields/bulk';
import { options } from '../../fields/options';
import { rowFields } from '../../fields/rows';
import { sendingOptions } from '../../fields/sending';
import type { BulkMessage } from '../../lib/wire';
import { describeRow, toRowItems } from '../../response/bulkRows';
import { defineOperation } from '../operation';

/** Its routing sends one row, or one array; where n8n runs it over items, `bulk/gather` makes batches of them. */
export const sendBulk = defineOperation({
	resource: 'sms',
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send bulk SMS',
	description: 'Send a text of its own to each number: many rows in one request',
	builderHint:
		'Many rows, each with a number and a text of its own, such as the rows of a sheet. Runs once over all input items: do not put it in a loop. Output: one item for each row, with outcome and messageId. Not available as an agent tool.',
	endpoint: { host: 'sms', path: '/webservice/v2rest/p2psendsms' },
	sends: true,
	// A model would pass on many rows one by one, and could not judge what became of them.
	asTool: false,
	fields: [
		messagesFrom,
		...rowFields,
		bulkMessages,
		options(...batchingOptions, ...sendingOptions),
	],
	toBody: (fields) => (fields.data === undefined ? { data: [fields] } : fields),
	describe: ({ body }) => ({ messages: messagesOf(body).map(describeRow) }),
	toItems: (_described, response, { body }) => toRowItems(messagesOf(body), response, 1),
});

function messagesOf(body: IDataObject): BulkMessage[] {
	return body.data as unknown as BulkMessage[];
}
