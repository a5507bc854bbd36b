import { sentAs } from '../fields/field';
import { readTimeOfDay } from '../time/hours';
import { readTimeZone } from '../time/schedule';
import { group, only, type Option } from './option';

/** A time of day; undefined where it is left empty. */
const timeOfDay = (
	property: Pick<Option['property'], 'displayName' | 'name' | 'placeholder' | 'description'>,
): Option<number | undefined> => ({
	property: { ...property, type: 'string', default: '' },
	usual: undefined,
	keepsBack: true,
	read: readTimeOfDay,
});

/** 'Time': when messages go out. */
export const time = group(
	{
		displayName: 'Time',
		name: 'time',
		description: 'Sends later, or only within certain hours of the day',
		placeholder: 'Add time',
		builderHint: {
			propertyHint:
				'scheduled: a Gregorian date with a time, such as 2026-11-21 10:00. from and to: hours of the day, such as 09:00 and 21:00. Leave the option out to send now.',
		},
	},
	{
		from: timeOfDay({
			displayName: 'From',
			name: 'from',
			placeholder: 'e.g. 09:00',
			description:
				'From when on messages may go, each day. Earlier, Send hands the text over for that time; all else is not sent.',
		}),
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
					"In which these times are meant, and the service reads them, if it is not the workflow's",
			},
			usual: '',
			keepsBack: true,
			read: (value) => (value === '' ? '' : readTimeZone(value)),
		} satisfies Option<string>,
		to: timeOfDay({
			displayName: 'To',
			name: 'to',
			placeholder: 'e.g. 21:00',
			description: 'Until when messages may go. Earlier than From: past midnight.',
		}),
	},
	['scheduled', 'from', 'to'],
);

/** Of what the service can't send later. */
export const sendingHours = only(time, 'from', 'to', 'timeZone');
