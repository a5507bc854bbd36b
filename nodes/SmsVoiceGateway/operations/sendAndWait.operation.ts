import { alone } from '../row/requests';
import { approvalOptions, responseType } from '../fields/question';
import { destinations, messageWithLink, source } from '../fields/rowFields';
import { only } from '../options/group';
import { limits } from '../options/limits';
import { bodyFormat, pageTitle, SENDING_ONE, sendToBlacklist } from '../options/options';
import { text } from '../options/text';
import { limitWaitTime, sendingHours } from '../options/time';
import { defineOperation } from './panel';
import { type TextFields, toText } from './send.operation';

export const sendAndWait = defineOperation<TextFields>({
	...toText,
	resource: 'sms',
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description: 'Send an SMS with a link, and wait until somebody answers on the page that it opens',
	builderHint:
		'One question in a run: one input item. Output: data.approved, or data.text with responseType "freeText"; ended is "answered" or "timedOut". A text that was not sent fails, and does not wait. To ask many at once, call a sub-workflow for each item, without waiting for it; one after the other, a loop over items, with limitWaitTime.',
	sends: true,
	asks: true,
	fields: [source, destinations, messageWithLink],
	parameters: [responseType, approvalOptions],
	options: {
		...SENDING_ONE,
		bodyFormat,
		limits: only(limits, 'maxParts', 'maxPerNumber', 'perHours', 'minCredit'),
		limitWaitTime,
		pageTitle,
		sendToBlacklist,
		text: text('warn'),
		time: sendingHours,
	},
	share: alone,
});
