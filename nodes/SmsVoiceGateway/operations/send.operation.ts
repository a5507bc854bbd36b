import type { IDataObject } from 'n8n-workflow';

import { alone, groupBy } from '../row/requests';
import type { Operation } from '../row/operation';
import { type Row, warningsOf } from '../row/row';
import type { FieldsOf } from '../fields/field';
import { approvalOptions, responseType } from '../fields/question';
import { destinations, message, messageWithLink, source } from '../fields/rowFields';
import { only } from '../options/group';
import { limits, speed } from '../options/limits';
import {
	bodyFormat,
	includeInput,
	pageTitle,
	SENDING,
	SENDING_ONE,
	sendToBlacklist,
} from '../options/options';
import { text } from '../options/text';
import { limitWaitTime, sendingHours, time } from '../options/time';
import type { RowVerdict } from '../service/answer';
import { costOf } from '../text/textCost';
import { defineOperation } from './panel';

const fields = [source, destinations, message] as const;

/** What a text to one number, or to several, is read as; `scheduled`: `YYYY-MM-DD HH:MM`. */
type TextFields = FieldsOf<typeof fields> & {
	scheduled?: string;
	send_to_blacklist?: 0 | 1;
};

/** The `content` of a message that is a text. */
export const aText = ({ message: text }: { message: string }) => ({ text });

/** How a text to one number, or to several, leaves, and what comes of it. */
const toText = {
	endpoint: { host: 'sms', path: '/webservice/v2rest/sendsms' },
	results: 'messageIds destinations encoding parts because partsIfPlain scheduled response'.split(
		' ',
	),
	toBody: (rows) => ({
		...rows[0]?.fields,
		destination: rows.flatMap(({ fields }) => fields.destination).join(','),
	}),
	sentBefore: (row, ids) => ({ messageIds: [...ids], ...describe(row) }),
	dryRun: (row, { request }) => ({ ...describe(row), ...(request && { request }) }),
	content: aText,
	toItems: (rows, response, _batch, said) =>
		rows.map((row, index) => [
			{
				outcome: 'accepted',
				messageIds: said[index]?.ids ?? [],
				...describe(row, said[index]),
				response: response as IDataObject,
			},
		]),
} satisfies Partial<Operation<TextFields>>;

export const send = defineOperation<TextFields>({
	...toText,
	resource: 'sms',
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description: 'Send an SMS to one number, or the same to several',
	builderHint:
		'One text to one number, or the same text to several (separated by commas). Where each row has a text of its own, use "sendBulk". Output: outcome, messageIds (an array, for "getStatus"), destinations.',
	sends: true,
	isGroup: true,
	fields,
	options: {
		...SENDING,
		includeInput,
		bodyFormat,
		sendToBlacklist,
		speed: speed(1, 1000, 'numbers that get the same text'),
		text: text('warn'),
		time,
	},
	share: groupBy(
		({ source: from, message: words, scheduled, send_to_blacklist: flag }) => [
			from,
			words,
			scheduled,
			flag,
		],
		({ destination }) => destination,
		false,
	),
});

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

const NO_ID = "The service's answer has no message ID for it: 'Get Status' can't ask for it.";

/** What an output warns of: of the row, of the answer to it, and that no ID came back. */
export function warningsAfter(row: Row, said: RowVerdict | undefined) {
	const { warnings = [] } = row;
	const isWithoutId = said?.ids.length === 0;
	return warningsOf({ warnings: isWithoutId ? [...warnings, NO_ID] : warnings }, said?.warning);
}

function describe(row: Row<TextFields>, said?: RowVerdict): IDataObject {
	const { destination, message: words, scheduled } = row.fields;
	return {
		destinations: destination,
		...costOf(words),
		...(scheduled === undefined ? {} : { scheduled }),
		...warningsAfter(row, said),
	};
}
