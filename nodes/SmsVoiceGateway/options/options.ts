import type { INodeProperties } from 'n8n-workflow';

import {
	bodyFormat,
	dryRun,
	includeInput,
	invalidRows,
	pageTitle,
	resendUnknown,
	sendToBlacklist,
} from './single';
import { additionalFields } from './extraRequestFields';
import type { Group } from './group';
import { limits, speed } from './limits';
import { limitWaitTime, waitUntilFinal } from './waiting';
import { numberFormat } from './numberFormat';
import type { Option } from './option';
import { sendOnce } from './sendOnce';
import { text } from './text';
import { time } from './time';

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
