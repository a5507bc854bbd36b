import { partsOf } from '../parts.ts';
import type { State } from '../state.ts';
import { requestById } from '../state.ts';
import type { RecordedMessage, RecordedRequest } from '../types.ts';
import type { Item } from './item.ts';
import { Order } from './order.ts';
import { meantMessages } from './refused.ts';
import { Totals } from './totals.ts';

/** Everything meant for one phone, in order. */
export interface Thread {
	destination: string;
	items: Item[];
	/** How many of its items have been looked at. */
	read: number;
}

/**
 * What the inbox shows, sorted by phone. It reads the log only where somebody looks, and then only what is new:
 * a sandbox that nobody watches pays nothing for it.
 */
export class Threads {
	readonly #state: State;
	readonly #log: State['log'];
	readonly #byDestination = new Map<string, Thread>();
	readonly #order = new Order<Thread>();
	readonly totals = new Totals();
	#taken = 0;
	#read = 0;
	#size = 0;

	constructor(state: State) {
		this.#state = state;
		this.#log = state.log;
	}

	/** Whether these are the threads of this log. A clear begins a new one. */
	isOf(log: State['log']): boolean {
		return this.#log === log;
	}

	/** How many items there are; goes up with each change. */
	get size(): number {
		return this.#size;
	}

	get unread(): number {
		return this.#size - this.#read;
	}

	get count(): number {
		return this.#order.size;
	}

	/** The threads, the one with the latest item at the end. */
	list(): readonly Thread[] {
		return this.#order.list();
	}

	find(destination: string): Thread | undefined {
		return this.#byDestination.get(destination);
	}

	/** Takes in what the log has got since the last time. */
	catchUp(): this {
		for (; this.#taken < this.#log.length; this.#taken += 1) {
			const entry = this.#log[this.#taken];
			if (entry !== undefined) this.#take(entry);
		}
		return this;
	}

	/** Marks the first `count` items of a phone as read. */
	markRead(destination: string, count: number): void {
		const thread = this.find(destination);
		if (thread === undefined) return;
		const read = Math.max(thread.read, Math.min(count, thread.items.length));
		this.#read += read - thread.read;
		thread.read = read;
	}

	#take(entry: RecordedMessage | RecordedRequest): void {
		if ('requestId' in entry) this.#add(entry, requestById(this.#state, entry.requestId), true);
		else for (const message of meantMessages(entry)) this.#add(message, entry, false);
	}

	#add(message: RecordedMessage, request: RecordedRequest | undefined, taken: boolean): void {
		const { destination, kind } = message;
		const thread = this.find(destination) ?? { destination, items: [], read: 0 };
		this.#byDestination.set(destination, thread);
		const parts = kind === 'sms' ? partsOf(message.message ?? '') : undefined;
		const item: Item = { index: thread.items.length, message, taken, request, parts };
		thread.items.push(item);
		this.#order.touch(thread);
		this.totals.add(item);
		this.#size += 1;
	}
}
