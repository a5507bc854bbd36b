import { DateTime, IANAZone } from 'luxon';
import { checked, flag, isText, listOf, number, partOf } from './settings.ts';
import type { RecordedMessage } from './types.ts';

/** How texts get from accepted to delivered. */
export interface Delivery {
	/** Seconds from acceptance, or from the schedule, until a text counts as sent. */
	sentAfter: number;
	/** Seconds until it counts as delivered, or ends in another way. */
	deliveredAfter: number;
	/** Destinations, as they come in requests, whose texts end as failed (5) … */
	failed: string[];
	/** … without a report of their delivery (13) … */
	unreported: string[];
	/** … or are held inside the service from the start (20). */
	held: string[];
	/** Whether a text with `scheduled` waits for it. */
	waitsForSchedule: boolean;
	/** IANA name of the time zone that `scheduled` is read in. */
	timeZone: string;
}

/** Nothing moves: what is accepted is delivered. For tests that have no time to wait. */
export const AT_ONCE: Delivery = {
	sentAfter: 0,
	deliveredAfter: 0,
	failed: [],
	unreported: [],
	held: [],
	waitsForSchedule: false,
	timeZone: 'UTC',
};

/** Slow enough to watch, quick enough to wait for. */
export const MOVING: Delivery = {
	...AT_ONCE,
	sentAfter: 2,
	deliveredAfter: 6,
	waitsForSchedule: true,
};

const seconds = number(0, 86_400);
const destinations = listOf(1000, 'destinations', /^\+?[0-9]{1,40}$/);

const SHAPE = partOf({
	sentAfter: seconds,
	deliveredAfter: seconds,
	failed: destinations,
	unreported: destinations,
	held: destinations,
	waitsForSchedule: flag,
	timeZone: [
		'must be the name of a time zone, such as Asia/Tehran',
		(value) => isText(value) && IANAZone.isValidZone(value),
	],
});

/** A checked copy of settings for the delivery; throws InvalidSetting. */
export const validDelivery = (value: unknown): Partial<Delivery> =>
	structuredClone(checked(value, SHAPE, 'delivery'));

/** What the status query answers for each stage, as the service has been seen to. */
export const STATUS = {
	scheduled: 1,
	queued: 1,
	sent: 2,
	delivered: 6,
	failed: 5,
	unreported: 13,
	held: 20,
} as const;

/** How far a text has come. */
export type Stage = keyof typeof STATUS;

export interface Progress {
	stage: Stage;
	/** Milliseconds since 1970 at which it was sent and delivered, if it was. */
	sentAt?: number;
	deliveredAt?: number;
	/** When it is elsewhere next, if ever. */
	movesAt?: number;
}

/** Where a text is at the instant `now`: the same for everyone who asks, and never backwards while the settings stay. */
export function progressOf(text: RecordedMessage, settings: Delivery, now: number): Progress {
	const { at, destination, scheduled = '' } = text;
	const { waitsForSchedule, timeZone: zone, sentAfter, deliveredAfter } = settings;
	const accepted = Date.parse(at);
	const wanted = waitsForSchedule
		? DateTime.fromFormat(scheduled, 'yyyy-MM-dd HH:mm', { zone }).toMillis()
		: NaN;
	const starts = wanted > accepted ? wanted : accepted;
	const sentAt = starts + sentAfter * 1000;
	const ends = Math.max(sentAt, starts + deliveredAfter * 1000);
	if (now < starts) return { stage: 'scheduled', movesAt: starts };
	if (settings.held.includes(destination)) return { stage: 'held' };
	if (now < sentAt) return { stage: 'queued', movesAt: sentAt };
	if (now < ends) return { stage: 'sent', sentAt, movesAt: ends };
	if (settings.failed.includes(destination)) return { stage: 'failed', sentAt };
	if (settings.unreported.includes(destination)) return { stage: 'unreported', sentAt };
	return { stage: 'delivered', sentAt, deliveredAt: ends };
}
