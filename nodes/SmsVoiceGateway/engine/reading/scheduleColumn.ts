import { OPTIONS } from '../../options/options';
import { hoursInWords, nextOpening, type Hours } from '../../time/hours';
import { readSchedule, wireTime } from '../../time/schedule';
import type { RunContext } from '../runContext';
import { column, givenOption, placeOf, type Column } from './columns';

/**
 * When the service is to send each row, as the wire has it: at the user's time, and within the hours of the run, of which
 * its notes then speak; undefined where it is to be sent at once.
 */
export function scheduleColumn({
	context,
	inputs,
	operation,
	settings,
}: RunContext): Column<string> {
	const { time } = operation.options;
	const { hours, timeZone } = settings;
	if (time === undefined || !('values' in time) || !('scheduled' in time.values))
		return () => undefined;
	const { scheduled } = OPTIONS.time.values;
	const { path, shown } = placeOf(['time', 'scheduled'], scheduled);
	if (!givenOption(context, path))
		return (_, notes) => within(hours, Date.now(), (words) => notes.warnings.push(words));
	const read = (value: unknown, warn: (words: string) => unknown): string => {
		const { wire, instant } = readSchedule(value, timeZone);
		const later = within(hours, instant, warn);
		if (later === undefined && instant < Date.now())
			warn(`${wire} is in the past: the service's behaviour for this is not documented`);
		return later ?? wire;
	};
	return column(inputs, `options.${path}`, shown, read, { mayWarn: true });
}

/** The next beginning of the hours, as the wire has it, where an instant (epoch ms) is outside of them. */
function within(
	hours: Hours | undefined,
	instant: number,
	warn: (words: string) => unknown,
): string | undefined {
	const opening = hours && nextOpening(instant, hours);
	if (hours === undefined || opening === undefined) return undefined;
	const wire = wireTime(opening, hours.timeZone);
	warn(`Scheduled for ${wire}, as 'Time' allows ${hoursInWords(hours)}`);
	return wire;
}
