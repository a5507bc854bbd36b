import { bodyFormat } from '../../fields/bodyFormat';
import { destination } from '../../fields/destination';
import { message } from '../../fields/message';
import { options } from '../../fields/options';
import { scheduleOptions } from '../../fields/schedule';
import { sendingOptions } from '../../fields/sending';
import { source } from '../../fields/source';
import { messageParts } from '../../lib/messageParts';
import { readMessageIds } from '../../response/messageIds';
import { defineOperation } from '../operation';

export const send = defineOperation({
	resource: 'sms',
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send one text to one number or to several',
	builderHint:
		'One text to one number, or the same text to several (separated by commas). Where each row has a text of its own, use "sendBulk". Output: outcome, messageIds (an array, for "getStatus"), destinations.',
	endpoint: { host: 'sms', path: '/webservice/v2rest/sendsms' },
	sends: true,
	fields: [
		source,
		destination,
		message,
		options(bodyFormat, ...scheduleOptions, ...sendingOptions),
	],
	describe: ({ body, draft }) => {
		const { encoding, parts } = messageParts(String(body.message));
		return {
			destinations: String(body.destination).split(','),
			encoding,
			parts,
			...(body.scheduled === undefined ? {} : { scheduled: body.scheduled }),
			...(draft.warnings.length === 0 ? {} : { warnings: draft.warnings }),
		};
	},
	toItems: (described, response) => [
		{ messageIds: readMessageIds(response), ...described, response },
	],
});
