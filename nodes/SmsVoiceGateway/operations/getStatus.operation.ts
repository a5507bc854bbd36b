import { groupBy, inBatches } from '../row/requests';
import type { Row } from '../row/row';
import type { FieldsOf } from '../fields/field';
import { messageIds } from '../fields/rowFields';
import { additionalFields } from '../options/extraRequestFields';
import { bodyFormat, includeInput } from '../options/options';
import { speed } from '../options/limits';
import { waitUntilFinal } from '../options/time';
import { defineOperation } from './panel';
import { countOf, isSettled, renewed, statusReader, unasked } from './status';

const fields = [messageIds] as const;

export const getStatus = defineOperation<FieldsOf<typeof fields>>({
	resource: 'sms',
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get SMS status',
	description: 'Retrieve what became of SMS messages that were sent',
	builderHint:
		'Asks whether texts were delivered; sends nothing. Right after sending, add waitUntilFinal. Output: one item for each id, with status, statusText, arrived and final; ask again later while final is false. Calls have no status.',
	endpoint: { host: 'sms', path: '/webservice/v2rest/msgstatus' },
	sends: false,
	fields,
	options: {
		additionalFields,
		bodyFormat,
		includeInput,
		speed: speed(100, 1000, 'message IDs'),
		waitUntilFinal,
	},
	results: 'messageId status statusText arrived final sentAt deliveredAt warnings response'.split(
		' ',
	),
	share: groupBy(
		() => [],
		({ msgid }) => msgid,
		true,
	),
	toBody: (rows) => ({ ...rows[0]?.fields, msgid: askedBy(rows).join(',') }),
	toItems: (rows, response) => {
		const statusOf = statusReader(askedBy(rows), response);
		return rows.map(({ fields }) => statusOf(fields.msgid));
	},
	polling: {
		isOver: isSettled,
		renew: renewed,
		parts: ({ msgid }, most) => inBatches(msgid, most).map((ids) => ({ msgid: ids })),
		unasked,
		countOf,
	},
});

/** The ids of some rows, each once. */
function askedBy(rows: ReadonlyArray<Row<FieldsOf<typeof fields>>>): string[] {
	const ids = new Set<string>();
	for (const { fields } of rows) for (const id of fields.msgid) ids.add(id);
	return [...ids];
}
