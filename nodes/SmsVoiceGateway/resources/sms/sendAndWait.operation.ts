import { destinations } from '../../fields/destination';
import { messageWithLink } from '../../fields/message';
import { approvalOptions, responseType } from '../../fields/response';
import { source } from '../../fields/source';
import { bodyFormat } from '../../options/bodyFormat';
import { limits } from '../../options/limits';
import { limitWaitTime } from '../../options/limitWaitTime';
import { only } from '../../options/group';
import { SENDING_ONE } from '../../options/options';
import { sendToBlacklist } from '../../options/sendToBlacklist';
import { text } from '../../options/text';
import { sendingHours } from '../../options/time';
import { defineOperation } from '../defineOperation';
import { toText, type TextFields } from './send.operation';

export const sendAndWait = defineOperation<TextFields>({
	...toText,
	resource: 'sms',
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description: 'Send an SMS with a link, and wait until somebody answers on the page that it opens',
	builderHint:
		'One question in a run: one input item. Output: data.approved, or data.text with responseType "freeText"; ended is "answered" or "timedOut". A text that was not sent fails, and does not wait. To ask one person after the other, put it in a loop over items, with limitWaitTime.',
	sends: true,
	asks: true,
	fields: [source, destinations, messageWithLink],
	parameters: [responseType, approvalOptions],
	options: {
		...SENDING_ONE,
		bodyFormat,
		limits: only(limits, 'maxParts', 'maxPerNumber', 'perHours', 'minCredit'),
		limitWaitTime,
		sendToBlacklist,
		text: text('warn'),
		time: sendingHours,
	},
	share: (rows) => rows.map((row) => [row]),
});
