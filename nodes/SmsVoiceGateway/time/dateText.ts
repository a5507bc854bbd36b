import { plainDigits } from '../numbers/digits';
import { InputProblem, quote } from '../values/inputProblem';
import { CLOCK, MINUTE } from './clock';

/** What advice on dates shows. */
export const DATE_EXAMPLE = 'for example 2026-11-21 10:00';

/**
 * An instant (ms) to the minute, seconds cut. A millisecond is added first: `toDateTime('excel')` of n8n gives 448 of the
 * minutes of a day that much early.
 */
export const toMinute = (instant: number): number => Math.floor((instant + 1) / MINUTE) * MINUTE;

/** ISO 8601's extended form, also with slashes, spaces and digits left out, its zone where there is one. */
const DATE_TIME = new RegExp(
	`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:(?:T|\\s+)${CLOCK}(?:\\s?(Z|([+-])(\\d\\d)(?::?(\\d\\d))?)(?:\\[[\\w/+-]+\\])?)?)?$`,
	'i',
);

/** As JavaScript and e-mails write it: `Sat Nov 21 2026 10:00:00 GMT+0330 (Iran Standard Time)`. */
const BY_NAME =
	/^[a-z]{3},? (?:(\d{1,2}) )?([a-z]{3}) (?:(\d{2}) )?(\d{4}) ([\d:]{8}) (?:GMT|UTC|Z)?([+-]\d{4})?(?: \(.*\))?$/i;

/** Seconds with seven decimals. */
const OF_MICROSOFT = /[.,]\d{7}$/;

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
	if (offset === undefined && OF_MICROSOFT.test(second)) {
		throw new InputProblem(
			`holds ${quote(value)}, as Microsoft's programs write a time: its zone stands beside it`,
			'Write both, such as {{ DateTime.fromISO($json.start.dateTime, { zone: $json.start.timeZone }) }}, with the names of your columns.',
		);
	}
	return { time: toMinute(time + seconds * 1000), offset };
}

/** Finds the day by n8n's own calendar, near where a year of so many days has it, counted from a day of the year 622. */
const byCalendar = (calendar: string, begin: string, days: number): string =>
	`{{ $json.when.replace(/^(\\d+).(\\d+).(\\d+)/, (_, y, m, d) => [...Array(9).keys()].map((n) => DateTime.utc(622, ${begin}).plus({ days: n + Math.round((y - 1 + (m - 1) / 12) * ${days} + +d) })).find((day) => day.reconfigure({ locale: 'en', outputCalendar: '${calendar}' }).toLocaleString({ day: 'numeric' }) == +d).toISODate()) }}`;

/** Calendars by what they count today, each with the n8n expression that turns its dates, tried on n8n for 75 years. */
const CALENDARS: ReadonlyArray<
	readonly [name: string, from: number, to: number, expression: string]
> = [
	['Solar Hijri', 1300, 1429, byCalendar('persian', '3, 19', 365.2422)],
	['lunar Hijri', 1430, 1529, byCalendar('islamic-umalqura', '7, 14', 354.3671)],
	['Buddhist', 2543, 2643, '{{ $json.when.replace(/^\\d+/, (year) => year - 543) }}'],
];

/** A column with digits of any script. */
const IN_ASCII = '$json.when.replace(/\\p{Nd}/gu, (one) => one.charCodeAt(0) % 16)';

/** What turns the days that a spreadsheet counts into a date as it shows it; half a second makes up for its rounding. */
export const FROM_SPREADSHEET =
	"{{ $json.when.toDateTime('excel').toUTC().plus(500).toFormat('yyyy-MM-dd HH:mm') }}";

/** The days from 2000 to 2100, as a spreadsheet counts them. */
const SPREADSHEET_DAYS = { from: 36_526, to: 73_416 };

const turnBy = (expression: string): string =>
	`Write ${expression}, with the name of your column in place of when.`;

/** Throws InputProblem for a year outside 2000–2100: mistyped, or of another calendar. `value` is shown. */
export function refuseOddYear(year: number, value: unknown): void {
	const other = CALENDARS.find(([, from, to]) => year >= from && year <= to);
	if (other !== undefined) {
		const [name, , , expression] = other;
		const isAscii = typeof value !== 'string' || !/\p{Nd}/u.test(value.replace(/[0-9]/g, ''));
		throw new InputProblem(
			`holds ${quote(value)}, which looks like a ${name} date`,
			turnBy(isAscii ? expression : expression.replace('$json.when', IN_ASCII)),
		);
	}
	if (year < 2000 || year > 2100) {
		throw new InputProblem(
			`holds ${quote(value)}, which is not between the years 2000 and 2100`,
			'Check the year.',
		);
	}
}

/** The problem of a number, or of a text that is one, which a spreadsheet shows as a date; undefined for any other. */
export function spreadsheetDate(
	value: unknown,
	text = typeof value === 'number' ? String(value) : '',
): InputProblem | undefined {
	const days = /^\d{5}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN;
	if (!(days >= SPREADSHEET_DAYS.from && days < SPREADSHEET_DAYS.to)) return undefined;
	const dotted = text.includes(',')
		? FROM_SPREADSHEET.replace('when', "when.replace(',', '.')")
		: FROM_SPREADSHEET;
	return new InputProblem(`holds ${quote(value)}, which is a spreadsheet's date`, turnBy(dotted));
}
