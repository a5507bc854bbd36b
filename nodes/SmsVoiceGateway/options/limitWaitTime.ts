import { readWaitLimit } from '../time/waitLimit';
import { group } from './group';
import { choice, count, words, type Option } from './option';

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
				...{ default: 1, advice: '' },
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
