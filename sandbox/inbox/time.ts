const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const clockTime = new Intl.DateTimeFormat([], CLOCK);
const clockSeconds = new Intl.DateTimeFormat([], { ...CLOCK, second: '2-digit' });
const exactTime = new Intl.DateTimeFormat([], {
	dateStyle: 'medium',
	timeStyle: 'medium',
	hourCycle: 'h23',
});
const weekday = new Intl.DateTimeFormat([], { weekday: 'short' });
const date = new Intl.DateTimeFormat([], { day: 'numeric', month: 'short' });
const wholeDate = new Intl.DateTimeFormat([], {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	year: 'numeric',
});

const DAY = 86_400_000;

const dayOf = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

export const sameDay = (a: number, b: number): boolean => dayOf(a) === dayOf(b);

/** `17:58` */
export const timeOfDay = (time: number): string => clockTime.format(time);

/** `17:58:03` */
export const timeWithSeconds = (time: number): string => clockSeconds.format(time);

/** With seconds and date, for those who want to know exactly. */
export const exactly = (time: number): string => exactTime.format(time);

/** As short as a list of messages needs it. */
export function briefly(time: number, now: number): string {
	if (sameDay(time, now)) return clockTime.format(time);
	return now - time < 6 * DAY ? weekday.format(time) : date.format(time);
}

/** What stands between the messages of two days. */
export function dayName(time: number, now: number): string {
	if (sameDay(time, now)) return 'Today';
	return sameDay(time, now - DAY) ? 'Yesterday' : wholeDate.format(time);
}

const numbers = new Intl.NumberFormat('en');

/** `100,000` */
export const figure = (count: number): string => numbers.format(count);

/** `1 part`, `3 parts` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${figure(count)} ${count === 1 ? one : many}`;
