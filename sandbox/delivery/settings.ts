import { IANAZone } from 'luxon';
import { InvalidSetting } from '../faults/validate.ts';

/** How texts get from accepted to delivered. */
export interface Delivery {
	/** Seconds from acceptance, or from the schedule, until a text counts as sent. */
	sentAfter: number;
	/** Seconds until it counts as delivered, or as failed. */
	deliveredAfter: number;
	/** Destinations, as they come in requests, whose texts end as failed. */
	failed: string[];
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

const DAY = 86_400;
const MAX_FAILED = 1000;

type Checks = { [Key in keyof Delivery]: [must: string, holds: (value: unknown) => boolean] };

const seconds: [string, (value: unknown) => boolean] = [
	`must be a number of seconds from 0 to ${DAY}`,
	(value) => typeof value === 'number' && value >= 0 && value <= DAY,
];

const CHECKS: Checks = {
	sentAfter: seconds,
	deliveredAfter: seconds,
	failed: [
		`must be a list of at most ${MAX_FAILED} destinations`,
		(value) =>
			Array.isArray(value) &&
			value.length <= MAX_FAILED &&
			value.every((entry) => typeof entry === 'string' && /^\+?[0-9]{1,40}$/.test(entry)),
	],
	waitsForSchedule: ['must be true or false', (value) => typeof value === 'boolean'],
	timeZone: [
		'must be the name of a time zone, such as Asia/Tehran',
		(value) => typeof value === 'string' && IANAZone.isValidZone(value),
	],
};

/** A checked copy of settings for the delivery; throws InvalidSetting with the first thing that is wrong. */
export function validDelivery(value: unknown): Partial<Delivery> {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new InvalidSetting('delivery must be an object');
	for (const [key, setting] of Object.entries(value)) {
		if (!Object.hasOwn(CHECKS, key)) throw new InvalidSetting(`delivery.${key} is not known`);
		const [must, holds] = CHECKS[key as keyof Delivery];
		if (!holds(setting)) throw new InvalidSetting(`delivery.${key} ${must}`);
	}
	return structuredClone(value) as Partial<Delivery>;
}
