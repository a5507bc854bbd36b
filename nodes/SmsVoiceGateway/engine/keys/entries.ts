/** No user's key begins like it. */
const NAME = 'n8n-nodes-sms-voice-gateway:';

/**
 * The two entries of a fact that its sender records beside a key when its message has ended: that it was accepted, or that
 * nobody knows; a key with neither is in flight, or was broken off. Where it is to be forgotten some time, also that it has
 * a time, and which.
 *
 * The store can't be read, only asked what was new to it, and who is killed while asking
 * leaves what it has asked for: so one alone says nothing, and the second is asked for only where the first is there.
 */
export const entriesOf = (
	key: string,
	fact: 'accepted' | 'unknown' | 'timed' | 'at',
): [string, string] => [`${NAME} ${fact} ${key}`, `${NAME} ${fact} indeed ${key}`];

/** Beside a key that was broken off: its message is sent once more, for the `time`th time. */
export const resentEntry = (key: string, time: number): string => `${NAME} resent ${time} ${key}`;

/** One of the messages that a number may have within some hours. */
export const slotEntry = (hours: string, number: string, index: number): string =>
	`${NAME} message ${index} to ${number} in ${hours}`;

/** A failed execution was retried. */
export const retryEntry = (execution: string): string => `${NAME} retry of ${execution}`;
