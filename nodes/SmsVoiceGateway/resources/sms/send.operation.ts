import type { IDataObject } from 'n8n-workflow';

import { byMembers } from '../../engine/requests';
import type { RowOf } from '../../engine/row';
import { batchSize } from '../../fields/batching';
import { bodyFormat } from '../../fields/bodyFormat';
import { destinations } from '../../fields/destination';
import { message } from '../../fields/message';
import { scheduleOptions } from '../../fields/schedule';
import { maxParts } from '../../fields/limits';
import { sendingOptions } from '../../fields/sending';
import { source } from '../../fields/source';
import { messageParts } from '../../lib/messageParts';
import { readMessageIds } from '../../response/messageIds';
import { defineOperation } from '../operation';

interface SendFields {
	source: string;
	destination: string[];
	message: string;
	/** `YYYY-MM-DD HH:MM` */
	scheduled?: string;
}

export const send = defineOperation<SendFields>({
	resource: 'sms',
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text to one number or to several',
	builderHint:
		'One text to one number, or the same text to several (separated by commas). Where each row has a text of its own, use "sendBulk". Output: outcome, messageIds (an array, for "getStatus"), destinations.',
	endpoint: { host: 'sms', path: '/webservice/v2rest/sendsms' },
	sends: true,
	fields: [source, destinations, message],
	optionFields: scheduleOptions,
	options: [
		batchSize(
			1,
			1000,
			'How many numbers one request carries at the most. With more than 1, items with the same text, source and schedule share requests: an announcement to many is far faster. Each item keeps a result of its own, and a request that fails marks only its own items. The value of the first item counts.',
		),
		bodyFormat,
		maxParts,
		...sendingOptions,
	],
	share: byMembers(
		({ source: from, message: text, scheduled }) => [from, text, scheduled],
		({ destination }) => destination,
		false,
	),
	toBody: (rows) => ({
		...rows[0]?.fields,
		destination: rows.flatMap(({ fields }) => fields.destination).join(','),
	}),
	describe,
	duplicate: (row) => ({ messageIds: [], ...describe(row) }),
	dryRun: (row, { request }) => ({ ...describe(row), request }),
	toItems: (rows, response) => {
		const ids = readMessageIds(response);
		const count = rows.reduce((sum, { fields }) => sum + fields.destination.length, 0);
		const [only] = rows;
		// Of a request of one row all ids are its own; of a shared one only where there is one for each number.
		if (only !== undefined && rows.length === 1) {
			return [[{ messageIds: ids, ...describe(only), response: response as IDataObject }]];
		}
		let next = 0;
		return rows.map((row) => {
			const from = next;
			next += row.fields.destination.length;
			const messageIds = ids.length === count ? ids.slice(from, next) : [];
			return [{ messageIds, ...describe(row), response: response as IDataObject }];
		});
	},
});

function describe({ fields, warnings }: RowOf<SendFields>): IDataObject {
	const { destination, message: text, scheduled } = fields;
	const { encoding, parts } = messageParts(text);
	return {
		destinations: destination,
		encoding,
		parts,
		...(scheduled === undefined ? {} : { scheduled }),
		...(warnings === undefined ? {} : { warnings }),
	};
}
