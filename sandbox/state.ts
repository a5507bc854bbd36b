import type { Fault } from './faults/types.ts';
import { seededRandom } from './random.ts';
import { creditRefused } from './refused.ts';
import { maskLiteral } from './request/secrets.ts';
import type { Account, RecordedMessage, RecordedRequest } from './types.ts';

/** Everything the sandbox remembers. A reset replaces it whole, so a request still under way can't write into the new one. */
export interface State {
	account: Account;
	requests: RecordedRequest[];
	messages: RecordedMessage[];
	/** Accepted text messages by id, for the status query. */
	texts: Map<string, RecordedMessage>;
	faults: Fault[];
	random: () => number;
}

/**
 * 2^53 + 1001. From 2^53 to 2^54 a double holds even numbers only, so stepping by 2 from an odd start
 * gives ids that each change visibly in a client that reads them as ordinary JSON numbers.
 */
const FIRST_ID = 9007199254741993n;

export function createState(account: Account, seed: number): State {
	return {
		account: { ...account },
		requests: [],
		messages: [],
		texts: new Map(),
		faults: [],
		random: seededRandom(seed),
	};
}

/** Takes 1 per destination, or nothing at all: throws the refusal where the credit does not cover every one. */
export function spend(state: State, destinations: number): void {
	if (state.account.credit < destinations) throw creditRefused();
	state.account.credit -= destinations;
}

/** Records an accepted message or call and gives it its id. */
export function accept(
	state: State,
	message: Omit<RecordedMessage, 'id' | 'at'>,
	at = new Date().toISOString(),
): string {
	const text = message.kind === 'sms';
	const count = text ? state.texts.size : state.messages.length - state.texts.size;
	const id = text ? String(FIRST_ID + 2n * BigInt(count)) : `call-${count + 1}`;
	const recorded: RecordedMessage = { id, ...message, at };
	for (const key of ['source', 'message', 'fileId', 'code'] as const) {
		const value = recorded[key];
		if (value !== undefined) recorded[key] = maskLiteral(value, state.account.password);
	}
	state.messages.push(recorded);
	if (text) state.texts.set(id, recorded);
	return id;
}
