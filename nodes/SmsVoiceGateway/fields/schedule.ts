import { readSchedule, readTimeZone } from '../lib/schedule';
import { sentAs } from './field';
import type { About, Field } from './field';

/** Option 'Time Zone' of 'Scheduled'. */
const timeZone: Field = {
	property: {
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Asia/Tehran',
		// The empty text too: as soon as 'Scheduled' is added, and where its time is taken out again.
		displayOptions: { show: { scheduled: [{ _cnd: { exists: true } }, ''] } },
		description:
			"Where the service reads 'Scheduled' in another time zone than that of the workflow, which is used otherwise",
	},
	read: (value: unknown) => (value === '' ? '' : readTimeZone(value)),
};

/** Option 'Scheduled': a date-time that leaves as `YYYY-MM-DD HH:MM` in 'Time Zone'. */
const scheduled: Field = {
	property: {
		displayName: 'Scheduled',
		name: 'scheduled',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-11-21 10:00',
		description: 'Where a text is to go out later: date and time, to the minute',
		builderHint: {
			propertyHint:
				'A Gregorian date with a time, such as 2026-11-21 10:00. Leave the option out to send now.',
		},
		routing: sentAs('scheduled'),
	},
	read: (value: unknown, { read, timeZone: workflowZone, warn }: About) => {
		const { wire, instant } = readSchedule(value, String(read.timeZone || workflowZone));
		if (instant < Date.now()) {
			warn(`${wire} is in the past: the service's behaviour for this is not documented`);
		}
		return wire;
	},
};

/** The options that concern the time of sending; the zone first, for the time is read in it. */
export const scheduleOptions: Field[] = [timeZone, scheduled];
