import { asNumber, emptyProblem, InputProblem, isBlank, quote } from '../values/inputProblem';
import { DATE_EXAMPLE, readDateText, refuseOddYear, spreadsheetDate, toMinute } from './dateText';
import { DAY, instantOf, MINUTE, readTimeZone, wallTimeAt } from './clock';

function instantOfText(text: string, timeZone: string): number {
	const { time, offset } = readDateText(text);
	if (offset !== undefined) return time - offset;
	const instant = instantOf(time, timeZone);
	if (instant === undefined) {
		throw new InputProblem(
			`holds ${quote(text)}, a time that the clocks in ${timeZone} skip on that day`,
			'Choose a time an hour earlier or later.',
		);
	}
	return instant;
}

/** Epoch ms of a luxon DateTime or a Date, known by shape: an expression may use another copy of either class. */
function instantOfObject(value: unknown): number {
	const { isValid, toMillis, getTime } = value as Record<string, unknown>;
	const read = toMillis ?? getTime;
	if (typeof read !== 'function') {
		throw (
			spreadsheetDate(value) ??
			new InputProblem(
				`holds ${quote(value)}, which is not a date and time`,
				`Use the date picker, or write ${DATE_EXAMPLE}.`,
			)
		);
	}
	const given: unknown = read === toMillis && isValid !== true ? NaN : read.call(value);
	const instant = new Date(typeof given === 'number' ? given : NaN).getTime();
	if (Number.isNaN(instant)) {
		throw new InputProblem('holds an invalid date', 'Check the expression that makes the date.');
	}
	return instant;
}

/**
 * The moment that a value means, in epoch ms: text without a zone is wall time in `zone`, seconds cut. `otherwise` is
 * what else the user can do where there is none. Throws InputProblem for what is no moment.
 */
function readMoment(value: unknown, zone: string, otherwise: string): number {
	if (isBlank(value)) throw emptyProblem(`Enter a date and time, or ${otherwise}.`);
	return typeof value === 'string' ? instantOfText(value, zone) : instantOfObject(value);
}

/**
 * When a message is to be sent. Text without a zone is wall time in `timeZone`; text with one, Date and
 * luxon DateTime are converted. Returns `wire`, the wall time in `timeZone` as the service takes it
 * (YYYY-MM-DD HH:MM, seconds cut), and `instant`, the same minute in epoch ms. Whether that is past is
 * the caller's matter. Throws InputProblem for all that is not one moment from 2000 to 2100, and for an
 * unknown zone.
 */
export function readSchedule(value: unknown, timeZone: string): { wire: string; instant: number } {
	const zone = readTimeZone(timeZone);
	const given = readMoment(value, zone, 'remove the option to send at once');
	const instant = toMinute(given);
	// In UTC first: Intl counts the years before Christ upwards.
	refuseOddYear(new Date(instant).getUTCFullYear(), value);
	refuseOddYear(new Date(wallTimeAt(instant, zone)).getUTCFullYear(), value);
	return { wire: wireTime(instant, zone), instant };
}

/** An instant (epoch ms) as the service takes it: the wall time in a valid zone, `YYYY-MM-DD HH:MM`. */
export function wireTime(instant: number, timeZone: string): string {
	return new Date(wallTimeAt(instant, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}

/** The same for a person: "2026-11-21 10:00 (Asia/Tehran)". */
export const momentInWords = (instant: number, timeZone: string): string =>
	`${wireTime(instant, timeZone)} (${timeZone})`;

/** n8n's units of 'Limit Wait Time', in milliseconds. */
const UNITS: ReadonlyMap<unknown, number> = new Map([
	['minutes', MINUTE],
	['hours', 60 * MINUTE],
	['days', DAY],
]);

/** A wait of more than this is a mistake: ten years, in milliseconds. */
const LONGEST = 3650 * DAY;

/**
 * The values of 'Limit Wait Time', which n8n's own nodes name so: an amount with its unit, or a moment; one without a
 * zone is meant in `timeZone`. `now`: epoch ms. Gives when a wait ends that begins at `start`, both in epoch ms. Throws InputProblem, which names the one that is wrong.
 */
export function readWaitLimit(
	values: unknown,
	timeZone: string,
	now: number,
): (start: number) => number {
	const given = (values ?? {}) as Record<string, unknown>;
	const { limitType, resumeAmount = 1, resumeUnit = 'hours', maxDateAndTime } = given;
	if (limitType === 'atSpecifiedTime') {
		const otherwise = "remove 'Limit Wait Time' to wait without end";
		const moment = readMoment(maxDateAndTime, readTimeZone(timeZone), otherwise);
		if (moment > now) return () => moment;
		throw new InputProblem(
			`has a 'Max Date and Time' that holds ${quote(maxDateAndTime)}, which is in the past`,
			'Choose a later time; nobody could answer in time.',
		);
	}
	const unit = UNITS.get(resumeUnit);
	if (unit === undefined) {
		throw new InputProblem(
			`has a 'Unit' that holds ${quote(resumeUnit)}, which is none of minutes, hours and days`,
			'Choose one of the three.',
		);
	}
	const ms = Math.round(asNumber(resumeAmount) * unit);
	if (ms > 0 && ms <= LONGEST) return (start) => start + ms;
	throw new InputProblem(
		`has an 'Amount' that holds ${quote(resumeAmount)}, which is not a time above 0 and up to ten years`,
		"Give how many minutes, hours or days to wait, or remove 'Limit Wait Time' to wait without end.",
	);
}
