import { bodyFormat } from '../../fields/bodyFormat';
import { destinations } from '../../fields/destination';
import { maxParts } from '../../fields/limits';
import { limitWaitTime } from '../../fields/limitWaitTime';
import { messageWithLink } from '../../fields/message';
import { plainPunctuation } from '../../fields/plainPunctuation';
import { approvalOptions, responseType } from '../../fields/response';
import { sendingOptions } from '../../fields/sending';
import { source } from '../../fields/source';
import { defineOperation } from '../operation';
import { toText } from './send.operation';
import type { TextFields } from './send.operation';

/** What only many requests, or many rows, need: a run of this operation is one. */
const OF_MANY = ['batchInterval', 'invalidRows', 'parallelRequests', 'stopAfterFailures'];

export const sendAndWait = defineOperation<TextFields>({
	...toText,
	resource: 'sms',
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description:
		'Send one text with a link, and wait until somebody answers on the page that it opens',
	builderHint:
		'One question in a run: one input item. Output: data.approved, or data.text with responseType "freeText"; ended is "answered" or "timedOut". A text that was not sent fails, and does not wait. To ask one person after the other, put it in a loop over items, with limitWaitTime.',
	sends: true,
	asks: true,
	fields: [source, destinations, messageWithLink],
	parameters: [responseType, approvalOptions],
	options: [
		bodyFormat,
		limitWaitTime,
		maxParts,
		plainPunctuation,
		...sendingOptions.filter(({ name }) => !OF_MANY.includes(name)),
	],
	share: (rows) => rows.map((row) => [row]),
});
