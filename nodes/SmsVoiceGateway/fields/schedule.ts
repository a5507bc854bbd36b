import type { INodeProperties } from 'n8n-workflow';

import { readSchedule, readTimeZone } from '../lib/schedule';
import { checking, reading } from '../request/reading';

/** Option 'Scheduled': a date-time that leaves as `YYYY-MM-DD HH:MM` in 'Time Zone'. */
const scheduled: INodeProperties = {
	displayName: 'Scheduled',
	name: 'scheduled',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-21 10:00',
	description:
		'When the service should send the message, to the minute. A time without a zone of its own is meant in the time zone below. What the service does with a time in the past is not documented.',
	builderHint: {
		propertyHint:
			'A Gregorian date with a time, such as 2026-11-21 10:00. Leave the option out to send now.',
	},
	routing: {
		send: {
			type: 'body',
			property: 'scheduled',
			preSend: [
				reading('scheduled', 'Scheduled', function (value, draft) {
					const { wire, instant } = readSchedule(value, timeZoneOf(this));
					if (instant < Date.now()) {
						draft.warnings.push(
							`${wire} is in the past: the service's behaviour for this is not documented`,
						);
					}
					return wire;
				}),
			],
		},
	},
};

/** Option 'Time Zone' of 'Scheduled'. */
const timeZone: INodeProperties = {
	displayName: 'Time Zone',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Asia/Tehran',
	description:
		"The time zone in which the service reads 'Scheduled'; empty means the workflow's own. The service does not document which one it uses: ask your provider.",
	routing: {
		send: {
			preSend: [
				checking('timeZone', 'Time Zone', (value) => (value === '' ? '' : readTimeZone(value))),
			],
		},
	},
};

/** The options that concern the time of sending. */
export const scheduleOptions: INodeProperties[] = [scheduled, timeZone];

/** A wrong 'Time Zone' is reported by its own hook, so that it is not reported twice. */
function timeZoneOf(context: {
	getNodeParameter(name: string, fallback?: unknown): unknown;
	getTimezone(): string;
}): string {
	try {
		const chosen = context.getNodeParameter('options.timeZone', '');
		return chosen === '' || chosen === undefined ? context.getTimezone() : readTimeZone(chosen);
	} catch {
		return context.getTimezone();
	}
}
