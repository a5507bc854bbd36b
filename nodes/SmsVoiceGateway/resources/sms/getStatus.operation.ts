import { byMembers } from '../../engine/delivery/requests';
import type { RowOf } from '../../engine/row/row';
import { additionalFields } from '../../fields/additionalFields';
import { batchSize } from '../../fields/batching';
import { bodyFormat } from '../../fields/bodyFormat';
import { messageIds } from '../../fields/messageIds';
import { parallelRequests } from '../../fields/sending';
import { waitUntilFinal } from '../../fields/waitUntilFinal';
import { notFinal, renewed, statusReader } from './status';
import { defineOperation } from '../operation';

interface StatusFields {
	msgid: string[];
}

export const getStatus = defineOperation<StatusFields>({
	resource: 'sms',
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get SMS status',
	description: 'Ask what became of texts that were sent',
	builderHint:
		'Asks whether texts were delivered; sends nothing. Right after sending, add waitUntilFinal. Output: one item for each id, with status, statusText and final; ask again later while final is false. Calls have no status.',
	endpoint: { host: 'sms', path: '/webservice/v2rest/msgstatus' },
	sends: false,
	fields: [messageIds],
	options: [
		additionalFields,
		batchSize(
			100,
			1000,
			'For speed, or where the service takes fewer: how many message IDs are asked for in one request',
		),
		bodyFormat,
		parallelRequests,
		waitUntilFinal,
	],
	share: byMembers(
		() => [],
		({ msgid }) => msgid,
		true,
	),
	toBody: (rows) => ({ ...rows[0]?.fields, msgid: askedBy(rows).join(',') }),
	toItems: (rows, response) => {
		const statusOf = statusReader(askedBy(rows), response);
		return rows.map(({ fields }) => statusOf(fields.msgid));
	},
	again: {
		open: ({ msgid }, items) => {
			const open = notFinal(msgid, items);
			return open.length === 0 ? undefined : { msgid: open };
		},
		renew: renewed,
	},
});

/** The ids of some rows, each once. */
function askedBy(rows: ReadonlyArray<RowOf<StatusFields>>): string[] {
	const ids = new Set<string>();
	for (const { fields } of rows) for (const id of fields.msgid) ids.add(id);
	return [...ids];
}
