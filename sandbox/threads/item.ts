import type { Stage } from '../delivery/progress.ts';
import { stageOf } from '../delivery/progress.ts';
import { postedOf } from '../delivery/posted.ts';
import type { Delivery } from '../delivery/settings.ts';
import type { Parts } from '../parts.ts';
import type { RecordedMessage, RecordedRequest } from '../types.ts';

/** What a request meant for one phone: an accepted message, or one that was not taken. */
export interface Item {
	/** Its place among the items of its phone, from 0. */
	index: number;
	/** As recorded, or as it would have been; the id of one that was not taken is made up. */
	message: RecordedMessage;
	taken: boolean;
	/** Undefined where the request is not to be found any more. */
	request: RecordedRequest | undefined;
	/** Undefined for calls. */
	parts: Parts | undefined;
	/** In milliseconds, and as `scheduledFor` when last asked for with this time zone. */
	posted?: { zone: string; value: ReturnType<typeof postedOf> };
}

/** What the inbox can be filtered by. */
export const OUTCOMES = [
	'accepted',
	'refused',
	'fault',
	'scheduled',
	'queued',
	'sent',
	'delivered',
	'failed',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** A fault that only makes the answer late spoils nothing by itself. */
export const isSpoilt = (request: RecordedRequest | undefined): boolean =>
	request?.fault !== undefined && request.fault !== 'delay';

/** As `stageOf` takes it. Remembered: reading a date in a time zone is slow. */
export function posted(item: Item, delivery: Delivery): ReturnType<typeof postedOf> {
	if (item.posted?.zone !== delivery.timeZone)
		item.posted = { zone: delivery.timeZone, value: postedOf(item.message, delivery) };
	return item.posted.value;
}

/** Where a text is by now; undefined for calls, and for what was not taken. */
export const stageOfItem = (item: Item, delivery: Delivery, now: number): Stage | undefined =>
	item.taken && item.message.kind === 'sms'
		? stageOf(posted(item, delivery), delivery, now)
		: undefined;

/** Whether an item has this outcome; it may have several. */
export function hasOutcome(item: Item, outcome: Outcome, delivery: Delivery, now: number): boolean {
	switch (outcome) {
		case 'accepted':
			return item.taken;
		case 'refused':
			return !item.taken && !isSpoilt(item.request);
		case 'fault':
			return item.request?.fault !== undefined;
		case 'scheduled':
			return item.message.scheduled !== undefined;
		default:
			return stageOfItem(item, delivery, now) === outcome;
	}
}
