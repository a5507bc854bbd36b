import { InputProblem, quote } from '../values/inputProblem';
import { asNumber } from '../numbers/wholeNumber';
import { readMoment, readTimeZone } from './schedule';

/** n8n's units of 'Limit Wait Time', in milliseconds. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** A wait of more than this is a mistake: ten years, in milliseconds. */
const LONGEST = 3650 * UNITS.days;

/**
 * The values of 'Limit Wait Time', which n8n's own nodes name so: an amount with its unit, or a moment; one without a
 * zone is meant in `timeZone`. `now`: epoch ms. Gives when a wait ends that begins at `start`, both in epoch ms. Throws InputProblem, which names the one that is wrong.
 */
export function readWaitLimit(
	values: unknown,
	timeZone: string,
	now: number,
): (start: number) => number {
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime } = (values ?? {}) as Record<
		string,
		unknown
	>;
	if (limitType === 'atSpecifiedTime') {
		const otherwise = "remove 'Limit Wait Time' to wait without end";
		const moment = readMoment(maxDateAndTime, readTimeZone(timeZone), otherwise);
		if (moment > now) return () => moment;
		throw new InputProblem(
			`has a 'Max Date and Time' that holds ${quote(maxDateAndTime)}, which is in the past`,
			'Choose a later time; nobody could answer in time.',
		);
	}
	const named = resumeUnit ?? 'hours';
	if (typeof named !== 'string' || !Object.hasOwn(UNITS, named)) {
		throw new InputProblem(
			`has a 'Unit' that holds ${quote(resumeUnit)}, which is none of minutes, hours and days`,
			'Choose one of the three.',
		);
	}
	const given = resumeAmount === undefined ? 1 : resumeAmount;
	const ms = Math.round(asNumber(given) * UNITS[named as keyof typeof UNITS]);
	if (ms > 0 && ms <= LONGEST) return (start) => start + ms;
	throw new InputProblem(
		`has an 'Amount' that holds ${quote(given)}, which is not a time above 0 and up to ten years`,
		"Give how many minutes, hours or days to wait, or remove 'Limit Wait Time' to wait without end.",
	);
}
