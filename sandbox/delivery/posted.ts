import { DateTime } from 'luxon';
import type { RecordedMessage } from '../types.ts';
import type { Posted } from './progress.ts';
import type { Delivery } from './settings.ts';

/** The instant of `YYYY-MM-DD HH:MM` on the clocks of a time zone. */
const instantOf = (scheduled: string, zone: string): number =>
	DateTime.fromFormat(scheduled, 'yyyy-MM-dd HH:mm', { zone }).toMillis();

/** A recorded text as `stageOf` takes it. */
export const postedOf = (
	{ at, destination, scheduled }: RecordedMessage,
	{ timeZone }: Delivery,
): Posted => ({
	at: Date.parse(at),
	destination,
	...(scheduled !== undefined && { scheduledFor: instantOf(scheduled, timeZone) }),
});
