import type { Delivery } from './delivery/settings.ts';
import type { Strikes } from './faults/strikes.ts';
import type { Fault } from './faults/types.ts';
import { seededRandom } from './random.ts';
import { creditRefused } from './refused.ts';
import { maskLiteral } from './request/secrets.ts';
import type { Account, RecordedMessage, RecordedRequest } from './types.ts';

/** How many there have been since the start or the last reset; a clear of the inbox goes on counting. */
interface Counters {
	requests: number;
	texts: number;
	calls: number;
}

/** Everything the sandbox remembers. A reset replaces it whole, so a request still under way can't write into the new one. */
export interface State {
	account: Account;
	requests: RecordedRequest[];
	messages: RecordedMessage[];
	/** Accepted text messages by id, for the status query. */
	texts: Map<string, RecordedMessage>;
	/** In order: every accepted message, and every request that was answered and not carried out. */
	log: Array<RecordedMessage | RecordedRequest>;
	/** Requests that are not answered yet. */
	underWay: Set<RecordedRequest>;
	counters: Counters;
	faults: Fault[];
	strikes: Strikes;
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

export function createState(account: Account, delivery: Delivery, seed: number): State {
	return {
		account: { ...account },
		requests: [],
		messages: [],
		texts: new Map(),
		log: [],
		underWay: new Set(),
		counters: { requests: 0, texts: 0, calls: 0 },
		faults: [],
		strikes: new WeakMap(),
		delivery: structuredClone(delivery),
		random: seededRandom(seed),
	};
}

/** Forgets what has come in. What is under way stays, and with it what it may still send; so do account, settings and ids. */
export function clear(state: State): void {
	state.requests = state.requests.filter((request) => state.underWay.has(request));
	state.messages = [];
	state.texts = new Map();
	state.log = [];
}

const numberOf = (id: string): number => Number(id.slice('request-'.length));

/** The record of a request by its id, unless it was cleared. Their numbers go up, with gaps after a clear. */
export function requestById({ requests }: State, id: string): RecordedRequest | undefined {
	let [low, high] = [0, requests.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (numberOf(requests[middle]?.id ?? '') < numberOf(id)) low = middle + 1;
		else high = middle;
	}
	return requests[low]?.id === id ? requests[low] : undefined;
}

/** Takes the cost, in parts, or nothing at all: throws the refusal where the credit does not cover it. */
export function spend(state: State, cost: number): void {
	if (state.account.credit < cost) throw creditRefused();
	state.account.credit -= cost;
}

/** Records an accepted message or call and gives it its id. */
export function accept(
	state: State,
	message: Omit<RecordedMessage, 'id' | 'at'>,
	at = new Date().toISOString(),
): string {
	const { counters } = state;
	const text = message.kind === 'sms';
	const count = text ? counters.texts++ : counters.calls++;
	const id = text ? textId(count) : `call-${count + 1}`;
	const recorded: RecordedMessage = { id, ...message, at };
	for (const key of ['source', 'message', 'fileId', 'code'] as const) {
		const value = recorded[key];
		if (value !== undefined) recorded[key] = maskLiteral(value, state.account.password);
	}
	state.messages.push(recorded);
	state.log.push(recorded);
	if (text) state.texts.set(id, recorded);
	return id;
}
