import type { INodeProperties } from 'n8n-workflow';

import { additionalFields } from './extraRequestFields';
import type { bodyFormat } from './bodyFormat';
import { dryRun } from './dryRun';
import { invalidRows } from './invalidRows';
import type { limitWaitTime } from './limitWaitTime';
import { limits } from './limits';
import { numberFormat } from './numberFormat';
import type { Group, Option } from './option';
import { resendUnknown } from './resendUnknown';
import { sendOnce } from './sendOnce';
import type { bulkToBlacklist, sendToBlacklist } from './sendToBlacklist';
import type { speed } from './speed';
import type { text } from './text';
import type { time } from './time';
import type { waitUntilFinal } from './waitUntilFinal';

/** The options that an operation has. */
export type Options = {
	additionalFields?: typeof additionalFields;
	bodyFormat?: typeof bodyFormat;
	dryRun?: typeof dryRun;
	invalidRows?: typeof invalidRows;
	limits?: typeof limits;
	limitWaitTime?: typeof limitWaitTime;
	numberFormat?: typeof numberFormat;
	resendUnknown?: typeof resendUnknown;
	sendOnce?: typeof sendOnce;
	sendToBlacklist?: typeof sendToBlacklist | typeof bulkToBlacklist;
	speed?: ReturnType<typeof speed>;
	text?: ReturnType<typeof text>;
	time?: typeof time;
	waitUntilFinal?: typeof waitUntilFinal;
};

/** Any of them. */
export type AnyOption = Pick<Option, 'property'> & Partial<Option> & Partial<Group>;

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
	const available = Object.values<AnyOption>(options)
		.map(({ property }) => property)
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
