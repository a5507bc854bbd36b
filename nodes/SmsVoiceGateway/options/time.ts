import { sentAs } from '../fields/field';
import { END_OF_DAY, readTimeOfDay, readTimeZone } from '../time/clock';
import { readWaitLimit } from '../time/schedule';
import { InputProblem } from '../values/inputProblem';
import { group, only } from './group';
import { choice, count, type Option, words } from './option';

/** A time of day; undefined where it is left empty. */
const timeOfDay = (displayName: string, placeholder: string, description: string) =>
	words(displayName, description, readTimeOfDay, {
		placeholder,
		whenAbsent: undefined,
		keepsBack: true,
	});

/** When the service is to send a text; it is read in the time zone of the run. */
const scheduled: Option = words('Scheduled', 'When the text is to go out', (value) => value, {
	type: 'dateTime',
	placeholder: 'e.g. 2026-11-21 10:00',
	routing: sentAs('scheduled'),
	byRow: true,
});

/** 'Time': when messages go out. */
export const time = group(
	'Time',
	'Sends only within certain hours of the day; Send also at a later time of its own',
	{
		placeholder: 'Add time',
		hint: 'scheduled: a Gregorian date with a time, such as 2026-11-21 10:00. from and to: hours of the day, such as 09:00 and 21:00. Leave the option out to send now.',
		needs: ['scheduled', 'from', 'to'],
		check: ({ from, to }) => {
			if ((from ?? to) === undefined || (from ?? 0) !== (to ?? END_OF_DAY)) return undefined;
			const problem = new InputProblem(
				"is the same as 'Not Before'",
				'Choose a later time, or leave both empty to send at any hour.',
			);
			return { value: 'to', problem };
		},
	},
	{
		from: timeOfDay(
			'Not Before',
			'e.g. 09:00',
			'From when on messages may go, each day. Earlier, Send hands the text over for that time; all else is not sent.',
		),
		to: timeOfDay(
			'Not After',
			'e.g. 21:00',
			'Until when messages may go. Earlier than Not Before: past midnight.',
		),
		scheduled,
		timeZone: words(
			'Time Zone',
			"In which these times are meant, and the service reads them, if it is not the workflow's",
			(value) => (value === '' ? '' : readTimeZone(value)),
			{ placeholder: 'e.g. Asia/Tehran', keepsBack: true },
		),
	},
);

/** Of what the service can't send later. */
export const sendingHours = only(time, 'from', 'to', 'timeZone');

/** Seconds, read as milliseconds. For ten minutes a run may be held up by waiting for a final status. */
function seconds(
	displayName: string,
	description: string,
	own: { default: number; advice: string },
): Option<number> {
	const option = count(displayName, description, {
		least: 1,
		most: 600,
		fraction: true,
		typeOptions: { minValue: 1, maxValue: 600, numberPrecision: 0 },
		...own,
	});
	return {
		...option,
		whenAbsent: 1000 * own.default,
		read: (value, timeZone) => Math.round(1000 * option.read(value, timeZone)),
	};
}

const whole = group(
	'Wait Until Final',
	'Asks again until all are final or the time is over, right after texts were sent; ten minutes at the most',
	{
		placeholder: 'Add times',
		hint: 'Use it after sending, instead of a Wait node and a loop around getStatus: { values: { every: 10, atMost: 300 } }, in seconds.',
	},
	{
		every: seconds('Every (Seconds)', 'Seconds from one question to the next', {
			default: 10,
			advice: 'Give the seconds from one question to the next.',
		}),
		atMost: seconds(
			'At Most (Seconds)',
			'Seconds from the first question to the last one, up to 600. What is not final then comes out with "final": false.',
			{
				default: 60,
				advice:
					'The node waits ten minutes at the most; for a longer time put a Wait node before it.',
			},
		),
	},
);

/** 'Wait Until Final': how often to ask for what is not final yet, and for how long; without it each is asked for once. */
export const waitUntilFinal = { ...whole, whenAbsent: undefined };

const AFTER = { show: { limitType: ['afterTimeInterval'] } };
const AT = { show: { limitType: ['atSpecifiedTime'] } };

const OPENS_WITH = { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' };

const { property } = group(
	'Limit Wait Time',
	'Goes on if nobody answers in time: the item then comes out with "ended": "timedOut"',
	{
		placeholder: 'Set time',
		hint: 'Add it wherever somebody else is to be asked or called if nobody answers: { values: { limitType: "afterTimeInterval", resumeAmount: 10, resumeUnit: "minutes" } }. Without it the run waits without end.',
	},
	{
		limitType: choice('Limit Type', 'What ends the wait if nobody answers', {
			afterTimeInterval: ['After Time Interval', 'Waits for a certain amount of time'],
			atSpecifiedTime: ['At Specified Time', 'Waits until the set date and time'],
		}),
		resumeAmount: count(
			'Amount',
			'The time to wait. n8n checks once a minute whether it is over.',
			{
				default: 1,
				advice: '',
				displayOptions: AFTER,
				typeOptions: { minValue: 0, numberPrecision: 2 },
			},
		),
		resumeUnit: choice(
			'Unit',
			'',
			{ minutes: 'Minutes', hours: 'Hours', days: 'Days' },
			{ default: 'hours', displayOptions: AFTER },
		),
		maxDateAndTime: words(
			'Max Date and Time',
			"Without a zone it is meant in the workflow's time zone",
			String,
			{ type: 'dateTime', displayOptions: AT },
		),
	},
);

/**
 * 'Limit Wait Time', as n8n's own nodes have it: its values depend on one another and are read together, as when nobody
 * answers any more. Without it the run waits without end.
 */
export const limitWaitTime: Option<ReturnType<typeof readWaitLimit> | undefined> = {
	// As it opens; a value that is taken away is meant as n8n's own nodes mean it.
	property: { ...property, default: { values: OPENS_WITH } },
	whenAbsent: undefined,
	read: (given, timeZone) =>
		readWaitLimit((given as { values?: unknown }).values, timeZone, Date.now()),
};
