import { readWaitLimit } from '../time/schedule';
import { group } from './group';
import { choice, count, type Option, words } from './option';

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
		usual: 1000 * own.default,
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
export const waitUntilFinal = { ...whole, usual: undefined };

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
	usual: undefined,
	read: (given, timeZone) =>
		readWaitLimit((given as { values?: unknown }).values, timeZone, Date.now()),
};
