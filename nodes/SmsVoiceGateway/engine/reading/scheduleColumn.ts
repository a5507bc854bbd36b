import { END_OF_DAY, hoursInWords, nextOpening, type Hours } from '../../time/hours';
import { readSchedule, wireTime } from '../../time/schedule';
import { offers, shownIn } from '../../options/option';
import type { BaseRow } from '../row/row';
import type { RunContext } from '../runContext';
import { checked, type Column, type Columns } from './columns';
import type { Notes } from './notes';
import { givenValue } from './given';

/** The hours in which each row may go; none where 'Time' has none. */
export function hoursColumn(runContext: RunContext, columns: Columns): Column<Hours> {
	const { context, operation, settings } = runContext;
	const { time } = operation.options;
	const { from, to } = settings.hours;
	if (time === undefined || !isBounded(runContext)) return () => undefined;
	const timeZone = columns.value(time, 'timeZone');
	const workflowZone = context.getTimezone();
	return (item, notes) => {
		const zone = timeZone(item, notes);
		if (zone === undefined) return undefined;
		return { from: from ?? 0, to: to ?? END_OF_DAY, timeZone: zone || workflowZone };
	};
}

const isBounded = ({ settings: { hours } }: RunContext): boolean =>
	hours.from !== undefined || hours.to !== undefined;

/**
 * When the service is to send each row, whose hours were read, as the wire has it, with what is to be said of it: at the
 * user's time, and within them; none where it is to be sent at once.
 */
export function scheduleColumn(
	runContext: RunContext,
	columns: Columns,
): (row: BaseRow, notes: Notes) => { wire: string; warning?: string } | undefined {
	const { context, operation } = runContext;
	const { time } = operation.options;
	if (time === undefined || !offers(time, 'scheduled')) return () => undefined;
	if (!givenValue(context, time.property.name, 'scheduled'))
		return ({ hours }) => hours && scheduleWithin(hours, Date.now());
	const scheduled = columns.value(time, 'scheduled');
	// What is wrong with it was said where the hours were read.
	const timeZone = isBounded(runContext) ? undefined : columns.value(time, 'timeZone');
	const workflowZone = context.getTimezone();
	return ({ item, hours }, notes) => {
		const zone = timeZone === undefined ? hours?.timeZone : timeZone(item, notes);
		const value = scheduled(item, notes);
		return checked(shownIn(time, time.values.scheduled), notes, () => {
			const { wire, instant } = readSchedule(value, zone || workflowZone);
			const later = hours && scheduleWithin(hours, instant);
			if (later !== undefined) return later;
			if (instant >= Date.now()) return { wire };
			return {
				wire,
				warning: `${wire} is in the past: the service's behaviour for this is not documented`,
			};
		});
	};
}

/** The next beginning of the hours, where an instant (epoch ms) is outside of them. */
export function scheduleWithin(hours: Hours, instant: number) {
	const opening = nextOpening(instant, hours);
	if (opening === undefined) return undefined;
	const wire = wireTime(opening, hours.timeZone);
	return { wire, warning: `Scheduled for ${wire}, as 'Time' allows ${hoursInWords(hours)}` };
}
