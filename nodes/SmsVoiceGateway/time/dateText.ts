import { InputProblem, quote } from '../values/inputProblem';
import { plainDigits } from '../numbers/plainDigits';
import { refuseOddYear, spreadsheetDate } from './calendars';

/** What advice on dates shows. */
export const DATE_EXAMPLE = 'for example 2026-11-21 10:00';

const MINUTE = 60_000;

/**
 * An instant (ms) to the minute. Half a second is added first: `toDateTime('excel')` of n8n gives 448 of the minutes of a
 * day a millisecond early.
 */
export const toMinute = (instant: number): number => Math.floor((instant + 500) / MINUTE) * MINUTE;

/** A clock's hours, minutes and seconds, here and in the sending hours. */
export const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:[.,]\\d+)?))?';

/** ISO 8601's extended form, also with slashes, spaces and digits left out, its zone where there is one. */
const DATE_TIME = new RegExp(
	`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:(?:T|\\s+)${CLOCK}(?:\\s?(Z|([+-])(\\d\\d)(?::?(\\d\\d))?)(?:\\[[\\w/+-]+\\])?)?)?$`,
	'i',
);

/** As JavaScript and e-mails write it: `Sat Nov 21 2026 10:00:00 GMT+0330 (Iran Standard Time)`. */
const BY_NAME =
	/^[a-z]{3},? (?:(\d{1,2}) )?([a-z]{3}) (?:(\d{2}) )?(\d{4}) ([\d:]{8}) (?:GMT|UTC|Z)?([+-]\d{4})?(?: \(.*\))?$/i;

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** The same as ISO has it. */
const isoOf = (text: string): string =>
	text.replace(BY_NAME, (_, day, month: string, late, year, clock, offset) => {
		const number = MONTHS.indexOf(month.toLowerCase()) / 3 + 1;
		return `${String(year)}-${number}-${String(day ?? late)} ${String(clock)}${String(offset ?? 'Z')}`;
	});

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
	const text = isoOf(plainDigits(value).trim());
	const year = Number(/^(\d{4})[-/.]/.exec(text)?.[1]);
	refuseOddYear(year, value);

	const match = DATE_TIME.exec(text);
	if (!match) {
		throw (
			spreadsheetDate(value, text) ??
			new InputProblem(
				`holds ${quote(value)}, which cannot be read as a date and time`,
				`Use the date picker, or write ${DATE_EXAMPLE}.`,
			)
		);
	}
	const [, , , month, day, hour, minute, second = '0', zone, sign, hours, minutes] = match;
	const time = timeOf(year, Number(month), Number(day), Number(hour ?? 0), Number(minute ?? 0));
	const seconds = Number(second.replace(',', '.'));
	const offset =
		zone === undefined ? undefined : offsetOf(sign, Number(hours ?? 0), Number(minutes ?? 0));
	if (Number.isNaN(time) || Number.isNaN(offset) || seconds >= 60) {
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
	return { time: toMinute(time + seconds * 1000), offset };
}
