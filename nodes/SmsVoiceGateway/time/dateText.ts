import { InputProblem, quote } from '../values/inputProblem';
import { plainDigits } from '../numbers/plainDigits';

/** What advice on dates shows. */
export const DATE_EXAMPLE = 'for example 2026-11-21 10:00';

const MINUTE = 60_000;

/** ISO 8601's extended form, its T or spaces between date and time, its zone where there is one. */
const DATE_TIME =
	/^(\d{4})-(\d\d)-(\d\d)(?:(?:T|\s+)(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:\s?(Z|([+-])(\d\d)(?::?(\d\d))?))?)?$/i;

/** Throws InputProblem for a year outside 2000–2100: mistyped, or of the Solar Hijri calendar. `value` is shown. */
export function refuseOddYear(year: number, value: unknown): void {
	if (year >= 1300 && year <= 1500) {
		throw new InputProblem(
			`holds ${quote(value)}, which looks like a Solar Hijri date`,
			`Convert it to the Gregorian calendar, ${DATE_EXAMPLE}.`,
		);
	}
	if (year < 2000 || year > 2100) {
		throw new InputProblem(
			`holds ${quote(value)}, which is not between the years 2000 and 2100`,
			'Check the year.',
		);
	}
}

/** UTC offset in ms; NaN beyond 14 hours, the farthest any zone is from UTC. */
function offsetOf(sign: string | undefined, hours: number, minutes: number): number {
	const offset = hours * 60 + minutes;
	if (offset > 14 * 60 || minutes > 59) return NaN;
	return (sign === '-' ? -offset : offset) * MINUTE;
}

/** Epoch ms at which a clock in UTC shows what is written; NaN for 30 February, 25:00 and the like. */
function timeOf(year: number, month: number, day: number, hour: number, minute: number): number {
	const time = Date.UTC(year, month - 1, day, hour, minute);
	// Date.UTC carries what is too much over into the next hour, day or month.
	const shown = new Date(time);
	const same =
		shown.getUTCMonth() === month - 1 &&
		shown.getUTCDate() === day &&
		shown.getUTCMinutes() === minute;
	return same ? time : NaN;
}

/**
 * What a text that is not blank says about a date and time: `time` is the epoch ms at which a clock in
 * UTC shows the written date and time (seconds cut), `offset` the written distance from UTC in ms, or
 * undefined without one. Throws InputProblem for anything that is not a complete, possible date and time.
 */
export function readDateText(value: string): { time: number; offset: number | undefined } {
	const text = plainDigits(value).trim();
	const year = Number(/^(\d{4})[-/.]/.exec(text)?.[1]);
	refuseOddYear(year, value);

	const match = DATE_TIME.exec(text);
	if (!match) {
		throw new InputProblem(
			`holds ${quote(value)}, which cannot be read as a date and time`,
			`Use the date picker, or write ${DATE_EXAMPLE}.`,
		);
	}
	const [, , month, day, hour, minute, second, zone, sign, hours, minutes] = match;
	const time = timeOf(year, Number(month), Number(day), Number(hour ?? 0), Number(minute ?? 0));
	const offset =
		zone === undefined ? undefined : offsetOf(sign, Number(hours ?? 0), Number(minutes ?? 0));
	if (Number.isNaN(time) || Number.isNaN(offset) || Number(second ?? 0) > 59) {
		throw new InputProblem(
			`holds ${quote(value)}, which is not a possible date and time`,
			'Check the day, the month and the time; midnight is 00:00.',
		);
	}
	if (hour === undefined) {
		throw new InputProblem(
			`holds ${quote(value)}, a date without a time`,
			`Add the time, ${DATE_EXAMPLE}.`,
		);
	}
	return { time, offset };
}
