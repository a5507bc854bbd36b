import { InputProblem, quote } from '../values/inputProblem';

/** Finds the day by n8n's own calendar, near where a year of so many days has it, counted from a day of the year 622. */
const byCalendar = (calendar: string, begin: string, days: number): string =>
	`{{ $json.when.replace(/^(\\d+).(\\d+).(\\d+)/, (_, y, m, d) => [...Array(9).keys()].map((n) => DateTime.utc(622, ${begin}).plus({ days: n + Math.round((y - 1 + (m - 1) / 12) * ${days} + +d) })).find((day) => day.reconfigure({ locale: 'en', outputCalendar: '${calendar}' }).toLocaleString({ day: 'numeric' }) == +d).toISODate()) }}`;

/** Calendars by what they count today, each with the n8n expression that turns its dates, tried on n8n for 75 years. */
export const CALENDARS: ReadonlyArray<
	readonly [name: string, from: number, to: number, expression: string]
> = [
	['Solar Hijri', 1300, 1429, byCalendar('persian', '3, 19', 365.2422)],
	['lunar Hijri', 1430, 1529, byCalendar('islamic-umalqura', '7, 14', 354.3671)],
	['Buddhist', 2543, 2643, '{{ $json.when.replace(/^\\d+/, (year) => year - 543) }}'],
];

/** A column with digits of any script. */
export const IN_ASCII = '$json.when.replace(/\\p{Nd}/gu, (one) => one.charCodeAt(0) % 16)';

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
