import type { Account } from './account.ts';
import type { Delivery } from './delivery.ts';
import type { Fault } from './faults/faults.ts';
import { seededRandom } from './random.ts';
import { Refused } from './answer.ts';
import { maskLiteral } from './request/secrets.ts';
import type { RecordedMessage, RecordedRequest } from './types.ts';

/** Everything the sandbox remembers. A reset replaces it whole, so a request still under way can't write into the new one. */
export interface State {
	account: Account;
	/** By id, in order of arrival. */
	requests: Map<string, RecordedRequest>;
	messages: RecordedMessage[];
	/** Accepted text messages by id, for the status query. */
	texts: Map<string, RecordedMessage>;
	/** In order: every accepted message, and every request that was answered and not carried out. */
	log: Array<RecordedMessage | RecordedRequest>;
	/** How many there have been since the start or the last reset; a clear of the inbox goes on counting. */
	counters: { requests: number; texts: number; calls: number };
	faults: Fault[];
	/** How often each fault has struck, by what it is. */
	strikes: Map<string, number>;
	delivery: Delivery;
	random: () => number;
}

/**
 * 2^53 + 1001. From 2^53 to 2^54 a double holds even numbers only, so stepping by 2 from an odd start
 * gives ids that each change visibly in a client that reads them as ordinary JSON numbers.
 */
const FIRST_ID = 9007199254741993n;

/** The id of a text by how many were accepted before it. */
export const textId = (before: number): string => String(FIRST_ID + 2n * BigInt(before));

export const createState = (account: Account, delivery: Delivery, seed: number): State => ({
	account: { ...account },
	requests: new Map(),
	messages: [],
	texts: new Map(),
	log: [],
	counters: { requests: 0, texts: 0, calls: 0 },
	faults: [],
	strikes: new Map(),
	delivery: structuredClone(delivery),
	random: seededRandom(seed),
});

/** Forgets what has come in; account, settings and the counting of ids stay. */
export function clear(state: State): void {
	state.requests.clear();
	state.messages = [];
	state.texts.clear();
	state.log = [];
}

/** Takes the cost, in parts, or nothing at all: throws the refusal where the credit does not cover it. */
export function spend(state: State, cost: number): void {
	if (state.account.credit < cost) throw new Refused(1006);
	state.account.credit -= cost;
}

/** Records an accepted message or call and gives it its id. */
export function accept(
	state: State,
	message: Omit<RecordedMessage, 'id' | 'at'>,
	at = new Date().toISOString(),
): string {
	const { counters } = state;
	const isText = message.kind === 'sms';
	const id = isText ? textId(counters.texts++) : `call-${++counters.calls}`;
	const recorded: RecordedMessage = { id, ...message, at };
	for (const key of ['source', 'message', 'fileId', 'code'] as const) {
		const value = recorded[key];
		if (value !== undefined) recorded[key] = maskLiteral(value, state.account.password);
	}
	state.messages.push(recorded);
	state.log.push(recorded);
	if (isText) state.texts.set(id, recorded);
	return id;
}
