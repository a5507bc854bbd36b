import { sentAs } from '../fields/field';
import { END_OF_DAY, readTimeOfDay } from '../time/hours';
import { readTimeZone } from '../time/timeZone';
import { InputProblem } from '../values/inputProblem';
import { group, only } from './group';
import { words, type Option } from './option';

/** A time of day; undefined where it is left empty. */
const timeOfDay = (displayName: string, placeholder: string, description: string) =>
	words(displayName, description, readTimeOfDay, {
		placeholder,
		usual: undefined,
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
