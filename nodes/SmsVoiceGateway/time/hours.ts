import { plainDigits } from '../numbers/digits';
import { InputProblem, quote } from '../values/inputProblem';
import { CLOCK } from './dateText';
import { changeBetween, instantFrom, MINUTE, wallTimeAt } from './timeZone';

/** Hours of the day in which messages may go, by the clocks of a time zone: minutes from midnight. */
export interface Hours {
	from: number;
	/** Not any more at this minute. Before `from` where they go past midnight. */
	to: number;
	timeZone: string;
}

/** Minutes from midnight to midnight. */
export const END_OF_DAY = 24 * 60;

const DAY = END_OF_DAY * MINUTE;

/** The minutes from midnight of a time such as 9:00 or 24:00; undefined where nothing is given. Throws InputProblem. */
export function readTimeOfDay(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const text = typeof value === 'string' ? plainDigits(value).trim() : '';
	const [, hours, minutes, seconds = '0'] = new RegExp(`^${CLOCK}$`).exec(text) ?? [];
	const time = Number(hours) * 60 + Number(minutes);
	if (Number(minutes) < 60 && time <= END_OF_DAY && Number(seconds) === 0) return time;
	throw new InputProblem(
		`holds ${quote(value)}, which is not a time of day`,
		'Write hours and minutes, for example 09:00, or leave it empty.',
	);
}

/** When the hours begin next, in epoch ms, where an instant (epoch ms) is outside of them; undefined where it is within. */
export function nextOpening(instant: number, hours: Hours): number | undefined {
	const { from, to, timeZone } = hours;
	const wall = wallTimeAt(instant, timeZone);
	const minute = (wall - Math.floor(wall / DAY) * DAY) / MINUTE;
	const isWithin = from < to ? minute >= from && minute < to : minute >= from || minute < to;
	if (isWithin) return undefined;
	const now = Math.floor(instant / MINUTE) * MINUTE;
	const opening = now + ((from - minute + END_OF_DAY) % END_OF_DAY) * MINUTE;
	// Where the clocks are moved before then, they may begin with that, or it is counted from there.
	const change = changeBetween(now, opening, timeZone);
	return change === undefined ? opening : (nextOpening(change, hours) ?? change);
}

/** A time of day as it is written: 09:00. */
export function timeOfDay(minutes: number): string {
	const two = (number: number) => String(number).padStart(2, '0');
	return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** "09:00 to 21:00 (Asia/Tehran)". */
export const hoursInWords = ({ from, to, timeZone }: Hours): string =>
	`${timeOfDay(from)} to ${timeOfDay(to)} (${timeZone})`;

/**
 * The stretch of so many hours that an instant (epoch ms) is in, counted from midnight on by the clocks of a time zone: a name
 * that all workers give it, and until when it lasts (epoch ms).
 */
export function windowAt(instant: number, hours: number, timeZone: string) {
	const length = hours * 60 * MINUTE;
	const index = Math.floor(wallTimeAt(instant, timeZone) / length);
	const until = instantFrom((index + 1) * length, timeZone);
	return { name: `${hours} h ${index}`, until };
}
