import { plainDigits } from '../numbers/digits';
import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';

/** In milliseconds. */
export const MINUTE = 60_000;

/** Minutes from midnight to midnight. */
export const END_OF_DAY = 24 * 60;

export const DAY = END_OF_DAY * MINUTE;

/** Making a formatter costs a hundred times what using it does. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
	const known = clocks.get(timeZone);
	if (known) return known;
	const clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	});
	clocks.set(timeZone, clock);
	return clock;
}

/** As zones are named: an abbreviation such as `BST` or `EST` is that of several. */
const NAMED = /\/|^(?:UTC|GMT)$/i;

/** A time zone name that Intl knows, trimmed. Throws InputProblem for an empty or unknown one. */
export function readTimeZone(value: unknown): string {
	if (isBlank(value)) throw emptyProblem();
	const name = typeof value === 'string' ? value.trim() : '';
	try {
		if (NAMED.test(name)) {
			clockOf(name);
			return name;
		}
	} catch {
		// falls through: Intl throws a RangeError for a name it doesn't know
	}
	throw new InputProblem(
		`holds ${quote(value)}, which is an unknown time zone`,
		'Use the name of a city, such as Asia/Tehran or Europe/Berlin, or UTC.',
	);
}

/**
 * What the clocks of a valid zone show at an instant (epoch ms), to the minute, as the epoch ms at which
 * a clock in UTC shows the same.
 */
export function wallTimeAt(instant: number, timeZone: string): number {
	const shown: Record<string, number> = {};
	for (const { type, value } of clockOf(timeZone).formatToParts(instant))
		shown[type] = Number(value);
	const { year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN } = shown;
	return Date.UTC(year, month - 1, day, hour, minute);
}

/**
 * The instant (epoch ms, whole minutes) at which the clocks of a valid zone show a wall time (given as
 * wallTimeAt returns it): the earlier one where they show it twice, undefined where they skip it.
 */
export function instantOf(wallTime: number, timeZone: string): number | undefined {
	// The zone's offset is the one before or the one after a change; a day on either side is past any change.
	// A time that is shown twice is first shown with the offset before it.
	return [wallTime - DAY, wallTime + DAY]
		.map((nearby) => wallTime - (wallTimeAt(nearby, timeZone) - nearby))
		.find((instant) => wallTimeAt(instant, timeZone) === wallTime);
}

/** The same; where the clocks skip it, the moment at which they do. */
export function instantFrom(wallTime: number, timeZone: string): number {
	const [before, after] = [wallTime - DAY, wallTime + DAY];
	return instantOf(wallTime, timeZone) ?? changeBetween(before, after, timeZone) ?? wallTime;
}

/**
 * The first minute behind `from`, up to `to`, at which the clocks of a valid zone have been put forward or back; undefined
 * where they have not. All in epoch ms, whole minutes.
 */
export function changeBetween(from: number, to: number, timeZone: string): number | undefined {
	const offsetAt = (instant: number) => wallTimeAt(instant, timeZone) - instant;
	const offset = offsetAt(from);
	if (offsetAt(to) === offset) return undefined;
	let before = from;
	let after = to;
	while (after - before > MINUTE) {
		const middle = Math.floor((before + after) / 2 / MINUTE) * MINUTE;
		if (offsetAt(middle) === offset) before = middle;
		else after = middle;
	}
	return after;
}

/** Hours of the day in which messages may go, by the clocks of a time zone: minutes from midnight. */
export interface Hours {
	from: number;
	/** Not any more at this minute. Before `from` where they go past midnight. */
	to: number;
	timeZone: string;
}

/** A clock's hours, minutes and seconds, in the sending hours and behind a date. */
export const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:[.,]\\d+)?))?';

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
