import type { IDataObject } from 'n8n-workflow';

import { inBatches } from '../engine/delivery/requests';
import type { Row } from '../engine/row/row';
import { bulkMessages, messagesFrom, readBulkMessage, rowFields } from '../fields/bulk';
import { SENDING } from '../options/options';
import { bulkToBlacklist, includeInput } from '../options/single';
import { speed } from '../options/speed';
import { text } from '../options/text';
import { sendingHours } from '../options/time';
import type { RowVerdict } from '../service/answer';
import { costOf } from '../text/textCost';
import { defineOperation } from './panel';
import { aText, warningsAfter } from './send.operation';

type BulkMessage = ReturnType<typeof readBulkMessage>;

export const sendBulk = defineOperation<BulkMessage>({
	resource: 'sms',
	name: 'Send Bulk',
	value: 'sendBulk',
	action: 'Send bulk SMS',
	description: 'Send an SMS of its own to each row, many rows in one request',
	builderHint:
		'Many rows, each with a number and a text of its own, such as the rows of a sheet. Runs once over all input items: do not put it in a loop. Output: one item for each row, with outcome and messageId. Not available as an agent tool.',
	endpoint: { host: 'sms', path: '/webservice/v2rest/p2psendsms' },
	sends: true,
	// A model would pass on many rows one by one, and could not judge what became of them.
	asTool: false,
	allOrNone: true,
	lead: [messagesFrom],
	fields: rowFields,
	parameters: [bulkMessages],
	list: { read: readBulkMessage },
	options: {
		...SENDING,
		includeInput,
		sendToBlacklist: bulkToBlacklist,
		speed: speed(100, 10_000, 'messages'),
		text: text('refuse'),
		time: sendingHours,
	},
	share: inBatches,
	toBody: (rows) => ({ data: rows.map(({ fields }) => fields) }),
	sentBefore: (row, [messageId = null]) => ({ messageId, ...describe(row), batch: null }),
	// First what one looks at: to whom, and what.
	dryRun: (row, { batch }) => ({
		destination: row.fields.destination,
		message: row.fields.message,
		...describe(row),
		batch,
		sendToBlacklist: row.fields.send_to_blacklist === 1,
		...(row.additional === undefined ? {} : { additionalFields: row.additional }),
	}),
	recipients: ({ destination }) => [destination],
	withRecipients: (own, [destination = '']) => ({ ...own, destination }),
	...aText,
	toItems: (rows, response, batch, said) =>
		rows.map((row, index) => {
			const [messageId = null] = said[index]?.ids ?? [];
			return [
				{
					messageId,
					...describe(row, said[index]),
					batch,
					...(messageId === null ? { response: response as IDataObject } : {}),
				},
			];
		}),
});

function describe(row: Row<BulkMessage>, said?: RowVerdict): IDataObject {
	const { source, destination, message } = row.fields;
	return { destination, ...costOf(message), ...warningsAfter(row, said), source };
}
