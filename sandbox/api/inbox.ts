import type { Delivery } from '../delivery/settings.ts';
import { maskFields } from '../request/secrets.ts';
import type { State } from '../state.ts';
import type { Query, View } from '../threads/query.ts';
import { asksNothing, findItems, findThreads } from '../threads/query.ts';
import { Remembered } from '../threads/remembered.ts';
import { Threads } from '../threads/threads.ts';
import { isInForce } from '../faults/choose.ts';
import type { Fault } from '../faults/types.ts';
import type { Feed } from './feed.ts';
import type { Overview } from './overview.ts';
import { overviewOf } from './overview.ts';
import type { ItemView, RecipientView } from './views.ts';
import { itemView, recipientView } from './views.ts';

/** What every page wants to know at once. */
export interface Summary {
	run: string;
	epoch: number;
	revision: number;
	/** The sandbox's clock, in milliseconds since 1970. */
	now: number;
	messages: number;
	recipients: number;
	unread: number;
	requests: number;
	username: string;
	credit: number;
	faults: number;
	/** How often faults have struck, those that are in force now. */
	struck: number;
	delivery: Delivery;
}

export interface FaultView {
	/** Without the password, as everything here. */
	fault: Fault;
	struck: number;
	/** False once it is used up. */
	inForce: boolean;
	lastAt?: string;
}

export interface RecipientsPage {
	total: number;
	offset: number;
	recipients: RecipientView[];
}

export interface ItemsPage {
	destination: string;
	shown: string;
	/** How many there are, and how many of them fit what was asked. */
	all: number;
	total: number;
	unread: number;
	/** The place of the first of these among those that fit. */
	from: number;
	items: ItemView[];
}

/** What the inbox's page asks, answered from the state of the sandbox. */
export class Inbox {
	readonly feed: Feed;
	readonly #state: () => State;
	#threads: Threads | undefined;
	readonly #threadsFound = new Remembered<ReturnType<typeof findThreads>>(4);
	readonly #itemsFound = new Remembered<ReturnType<typeof findItems>>(4);
	readonly #overviews = new Remembered<Overview>(1);

	constructor(state: () => State, feed: Feed) {
		this.#state = state;
		this.feed = feed;
	}

	get state(): State {
		return this.#state();
	}

	#view(): View {
		const { state } = this;
		if (this.#threads?.isOf(state.log) !== true) this.#threads = new Threads(state);
		return { threads: this.#threads.catchUp(), delivery: state.delivery, now: Date.now() };
	}

	/** Where texts are changes with time, so what was found holds for a second at most. */
	#key({ now, threads }: View, ...more: string[]): string {
		return JSON.stringify([this.feed.revision, threads.size, Math.floor(now / 1000), ...more]);
	}

	summary(): Summary {
		const { threads, delivery, now } = this.#view();
		const { account, requests, faults, strikes } = this.state;
		const { run, epoch, revision } = this.feed;
		const struck = faults.reduce((sum, fault) => sum + (strikes.get(fault)?.count ?? 0), 0);
		return {
			...{ run, epoch, revision, now, delivery, struck },
			messages: threads.size,
			recipients: threads.count,
			unread: threads.unread,
			requests: requests.length,
			username: account.username,
			credit: account.credit,
			faults: faults.filter(isInForce).length,
		};
	}

	recipients(query: Query, offset: number, limit: number): RecipientsPage {
		const view = this.#view();
		const { threads, delivery, now } = view;
		const show = ({ thread, item }: ReturnType<typeof findThreads>[number]) =>
			recipientView(thread, item, delivery, now);
		if (asksNothing(query)) {
			const list = threads.list();
			const end = Math.max(0, list.length - offset);
			const part = list.slice(Math.max(0, end - limit), end).toReversed();
			const recipients = part.flatMap((thread) => {
				const item = thread.items.at(-1);
				return item === undefined ? [] : [show({ thread, item })];
			});
			return { total: list.length, offset, recipients };
		}
		const key = this.#key(view, query.search, query.outcome ?? '');
		const found = this.#threadsFound.of(key, () => findThreads(query, view));
		return {
			total: found.length,
			offset,
			recipients: found.slice(offset, offset + limit).map(show),
		};
	}

	/** Part of a thread that fits the query; without `from`, the end of it. */
	items(destination: string, query: Query, from: number | undefined, limit: number): ItemsPage {
		const view = this.#view();
		const { threads, delivery, now } = view;
		const thread = threads.find(destination) ?? { destination, items: [], read: 0 };
		const key = this.#key(view, destination, query.search, query.outcome ?? '');
		const found = asksNothing(query)
			? thread.items
			: this.#itemsFound.of(key, () => findItems(query, thread, view));
		const start = from ?? Math.max(0, found.length - limit);
		const latest = thread.items.at(-1);
		return {
			destination,
			shown: latest ? recipientView(thread, latest, delivery, now).shown : destination,
			all: thread.items.length,
			total: found.length,
			unread: thread.items.length - thread.read,
			from: start,
			items: found.slice(start, start + limit).map((item) => itemView(item, delivery, now)),
		};
	}

	markRead(destination: string, count: number): void {
		const { threads } = this.#view();
		const before = threads.unread;
		threads.markRead(destination, count);
		if (threads.unread !== before) this.feed.changed();
	}

	overview(): Overview {
		const view = this.#view();
		return this.#overviews.of(this.#key(view), () => overviewOf(view));
	}

	faults(): FaultView[] {
		const { faults, strikes, account } = this.state;
		return faults.map((fault) => {
			const struck = strikes.get(fault);
			return {
				fault: maskFields(fault, account.password) as Fault,
				struck: struck?.count ?? 0,
				inForce: isInForce(fault),
				...(struck && { lastAt: struck.at }),
			};
		});
	}
}
