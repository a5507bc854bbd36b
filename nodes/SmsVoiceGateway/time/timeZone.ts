import { emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';

/** In milliseconds. */
export const MINUTE = 60_000;

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

const DAY = 24 * 60 * MINUTE;

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
