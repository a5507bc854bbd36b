import { bodyFormat } from '../../fields/bodyFormat';
import { messageIds } from '../../fields/messageIds';
import { options } from '../../fields/options';
import { readStatuses } from '../../response/status';
import { defineOperation } from '../operation';

export const getStatus = defineOperation({
	resource: 'sms',
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get SMS status',
	description: 'Ask what became of texts that were sent',
	builderHint:
		'Asks whether texts were delivered; sends nothing. Put a Wait before it. Output: one item for each id, with status, statusText and final; ask again later while final is false. Calls have no status.',
	endpoint: { host: 'sms', path: '/webservice/v2rest/msgstatus' },
	sends: false,
	fields: [messageIds, options(bodyFormat)],
	toItems: (_described, response, { body }) =>
		readStatuses(String(body.msgid).split(','), response),
});
