import { readSchedule } from '../../lib/schedule';
import { offers, shownIn, VALUES } from '../../options/option';
import type { time } from '../../options/time';
import type { Context } from '../caller';
import type { Column, Columns } from './columns';
import { givenOption } from './given';

/** When a row is to go out: as the wire has it, with what is odd about it. */
interface Schedule {
	wire: string;
	warning?: string;
}

/** The time of each row, read in its time zone; none where 'Time' has no 'Scheduled'. */
export function scheduleColumn(
	context: Context,
	option: typeof time | undefined,
	columns: Columns,
): Column<Schedule> {
	if (option === undefined || !offers(option, 'scheduled')) return () => undefined;
	const given = givenOption(context, option.property.name) as
		{ [VALUES]?: { scheduled?: unknown } } | undefined;
	if (!given?.[VALUES]?.scheduled) return () => undefined;
	const scheduled = columns.value(option, 'scheduled');
	const timeZone = columns.value(option, 'timeZone');
	const workflowZone = context.getTimezone();
	const shown = shownIn(option, option.values.scheduled);
	return (item) => {
		const zone = timeZone(item);
		const value = scheduled(item);
		return columns.checked(shown, () => {
			const { wire, instant } = readSchedule(value, zone || workflowZone);
			if (instant >= Date.now()) return { wire };
			return {
				wire,
				warning: `${wire} is in the past: the service's behaviour for this is not documented`,
			};
		});
	};
}
