import { sentAs } from '../fields/field';
import { readTimeZone } from '../lib/schedule';
import { group } from './option';
import type { Option } from './option';

/** 'Time': when a text is to go out. */
export const time = group(
	{
		displayName: 'Time',
		name: 'time',
		description: 'Sends later, at a date and time to the minute',
		placeholder: 'Add time',
		builderHint: {
			propertyHint:
				'scheduled: a Gregorian date with a time, such as 2026-11-21 10:00. Leave the option out to send now.',
		},
	},
	{
		scheduled: {
			property: {
				displayName: 'Scheduled',
				name: 'scheduled',
				type: 'dateTime',
				default: '',
				placeholder: 'e.g. 2026-11-21 10:00',
				description: 'When the text is to go out',
				routing: sentAs('scheduled'),
			},
			usual: undefined,
			// In the time zone of its row.
			read: (value) => value,
		} satisfies Option,
		timeZone: {
			property: {
				displayName: 'Time Zone',
				name: 'timeZone',
				type: 'string',
				default: '',
				placeholder: 'e.g. Asia/Tehran',
				description:
					"In which the times above are meant and the service reads them, if it is not the workflow's",
			},
			usual: '',
			read: (value) => (value === '' ? '' : readTimeZone(value)),
		} satisfies Option<string>,
	},
	['scheduled'],
);
