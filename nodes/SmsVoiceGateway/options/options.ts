import type { INodeProperties } from 'n8n-workflow';

import { NOT_AS_TOOL, sentAs } from '../fields/field';
import { InputProblem, readSwitch } from '../values/inputProblem';
import { additionalFields } from './extraRequestFields';
import type { Group } from './group';
import { limits, speed } from './limits';
import { numberFormat } from './numberFormat';
import { choice, onOff, type Option, words } from './option';
import { sendOnce } from './sendOnce';
import { text } from './text';
import { limitWaitTime, time, waitUntilFinal } from './time';

/** 'Body Format' of the endpoints that take multipart too. */
export const bodyFormat = choice(
	'Body Format',
	'How the request is written; both say the same. Choose what your provider asks for.',
	{ json: 'JSON', multipart: 'Multipart Form' },
);

/** 'Dry Run'. */
export const dryRun = onOff(
	'Dry Run',
	'Whether to check everything and show what would be sent, and the credit there is, without sending anything',
	{
		// Applies only once the option is added: who adds it and forgets the switch would send for real.
		default: true,
		whenAbsent: false,
		hint: 'Add it as true for a workflow that is tried out, and remove it when it is to send: without the option the node sends.',
		keepsBack: true,
		byRow: true,
	},
);

/** 'Include Input Fields'. */
export const includeInput = onOff(
	'Include Input Fields',
	"Whether an item's own fields stand in its result too, before those of the result, whose names win",
	{
		// Who adds it wants it.
		default: true,
		whenAbsent: false,
		displayOptions: NOT_AS_TOOL,
		hint: 'Set it where a later node needs the columns of the row beside its outcome, instead of a Merge node.',
	},
);

/** 'Invalid Rows'; undefined where the user says nothing of it. */
export const invalidRows: Option<'stop' | 'skip' | undefined> = choice(
	'Invalid Rows',
	'What happens if a row is wrong. All are checked before the first is sent.',
	{
		stop: ['Stop', 'Send nothing if a row is wrong, and say which rows are'],
		skip: ['Skip', 'Send the right rows; each wrong one gets a failed result of its own'],
	},
	{
		default: 'skip',
		whenAbsent: undefined,
		hint: '"stop" sends nothing if one row is wrong. Choose "skip" together with onError "continueErrorOutput" where the right rows are to leave all the same.',
	},
);

/** More is no title: characters. */
const LONGEST = 100;

/** 'Page Title': what stands above the question; empty where it is the workflow's name. */
export const pageTitle = words(
	'Page Title',
	'What stands above the question on the page, instead of the name of the workflow',
	(value) => {
		const title = String(value ?? '').trim();
		if (title.length <= LONGEST) return title;
		throw new InputProblem(
			`has ${title.length} characters`,
			`Write ${LONGEST} at the most: it stands above the question.`,
		);
	},
	{ placeholder: 'e.g. Riverside Clinic' },
);

/** 'Resend Unknown'. */
export const resendUnknown = onOff(
	'Resend Unknown',
	"Whether Retry On Fail and n8n's Retry send again what may have been sent: it may arrive twice",
	{
		hint: 'Leave it out unless the user accepts that a message may arrive twice.',
	},
);

const toBlacklist = <U extends 0 | undefined>(
	whenAbsent: U,
	own: Parameters<typeof onOff>[2],
): Option<0 | 1 | U> => ({
	...onOff(
		'Include Opted-Out Recipients',
		'Whether the text also goes to recipients who have opted out of promotional texts',
		// A field of the message, as its text is.
		{ ...own, routing: sentAs('send_to_blacklist'), byRow: true },
	),
	whenAbsent,
	read: (value) => (readSwitch(value) ? 1 : 0),
});

/** 'Include Opted-Out Recipients': where it was not added no field leaves, and the service delivers to all. */
export const sendToBlacklist = toBlacklist(undefined, {
	hint: 'Leave it out, which reaches all: false is for promotional texts.',
});

/** Of a bulk: 0 also leaves where it was not added, because the service acts as for 1 without it. */
export const bulkToBlacklist = toBlacklist(0, {
	hint: 'Leave it out unless the user asks for it: true reaches people who have opted out.',
});

/** All options, by their names: of one that an operation does not have holds what holds here without it. */
export const OPTIONS = {
	additionalFields,
	bodyFormat,
	dryRun,
	includeInput,
	invalidRows,
	limits,
	limitWaitTime,
	numberFormat,
	pageTitle,
	resendUnknown,
	sendOnce,
	sendToBlacklist,
	speed: speed(),
	text: text('allow'),
	time,
	waitUntilFinal,
};

/** The options that an operation has. */
export type Options = {
	[Name in keyof typeof OPTIONS]?: Option | Group;
};

/** The options of every operation that sends, of one row. */
export const SENDING_ONE = {
	additionalFields,
	dryRun,
	limits,
	numberFormat,
	resendUnknown,
	sendOnce,
} satisfies Options;

/** And of many. */
export const SENDING = { ...SENDING_ONE, invalidRows } satisfies Options;

/** The collection 'Options', in the order of their shown names, as n8n has it. */
export function collectionOf(options: Options): INodeProperties[] {
	const available = Object.entries(options)
		.map(([name, { property }]): INodeProperties => ({ ...property, name }))
		.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
	if (available.length === 0) return [];
	return [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: available,
		},
	];
}
