import type { IDataObject } from 'n8n-workflow';

import { inBatches } from '../row/requests';
import type { Row } from '../row/row';
import type { FieldsOf } from '../fields/field';
import { destinationOfRow, message, source } from '../fields/rowFields';
import { bulkToBlacklist, includeInput, SENDING } from '../options/options';
import { speed } from '../options/limits';
import { text } from '../options/text';
import { sendingHours } from '../options/time';
import { costOf } from '../text/textCost';
import { defineOperation } from './panel';
import { aText, warningsAfter } from './send.operation';

const fields = [source, destinationOfRow, message] as const;

/** One element of the `data` of p2psendsms: a message of its own, to one number, without a schedule. */
type BulkMessage = FieldsOf<typeof fields> & {
	/** 1 delivers to recipients who opted out of promotional texts too; where it is absent, so does the service. */
	send_to_blacklist: 0 | 1;
};

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
	fields,
	options: {
		...SENDING,
		includeInput,
		sendToBlacklist: bulkToBlacklist,
		speed: speed(100, 10_000, 'messages'),
		text: text('refuse'),
		time: sendingHours,
	},
	results: 'messageId destination encoding parts because partsIfPlain source batch response'.split(
		' ',
	),
	share: inBatches,
	toBody: (rows) => ({ data: rows.map((row) => row.fields) }),
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
	content: aText,
	toItems: (rows, response, batch, answers) =>
		rows.map((row, index) => {
			const { ids: [messageId = null] = [] } = answers[index] ?? {};
			const { source: from, destination, message: words } = row.fields;
			return [
				{
					outcome: 'accepted',
					messageId,
					destination,
					...costOf(words),
					...warningsAfter(row, answers[index]),
					source: from,
					batch,
					...(messageId === null ? { response: response as IDataObject } : {}),
				},
			];
		}),
});

function describe(row: Row<BulkMessage>): IDataObject {
	const { source: from, destination, message: words } = row.fields;
	return { destination, ...costOf(words), ...warningsAfter(row, undefined), source: from };
}
