import { instantFrom, wallTimeAt } from './timeZone';

const HOUR = 3_600_000;

/**
 * The stretch of so many hours that an instant (epoch ms) is in, counted from midnight on by the clocks of a time zone: a name
 * that all workers give it, and until when it lasts (epoch ms).
 */
export function windowAt(instant: number, hours: number, timeZone: string) {
	const index = Math.floor(wallTimeAt(instant, timeZone) / (hours * HOUR));
	const until = instantFrom((index + 1) * hours * HOUR, timeZone);
	return { name: `${hours} h ${index}`, until };
}
