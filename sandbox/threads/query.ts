import type { Delivery } from '../delivery/settings.ts';
import type { Item, Outcome } from './item.ts';
import { hasOutcome } from './item.ts';
import type { Thread, Threads } from './threads.ts';

/** What somebody is looking for. */
export interface Query {
	search: string;
	outcome: Outcome | undefined;
}

/** A thread that fits, with its latest item that does. */
export interface Found {
	thread: Thread;
	item: Item;
}

/** Looks over what there is by now. */
export interface View {
	threads: Threads;
	delivery: Delivery;
	now: number;
}

const bare = (number: string): string => number.replace(/[\s()+-]/g, '');

/** Whether the number itself is what was searched for, written with spaces or without. */
function isMeant(destination: string, search: string): boolean {
	const wanted = bare(search);
	return wanted !== '' && bare(destination).includes(wanted);
}

function holds({ message }: Item, lower: string): boolean {
	const { id, message: text = '', source = '', fileId = '', code = '' } = message;
	return [text, id, source, fileId, code].some((value) => value.toLowerCase().includes(lower));
}

/** The check that a query makes of each item of a thread. */
function checkFor(
	{ search, outcome }: Query,
	{ destination }: Thread,
	{ delivery, now }: View,
): (item: Item) => boolean {
	const lower = search.trim().toLowerCase();
	const any = lower === '' || isMeant(destination, lower);
	return (item) =>
		(outcome === undefined || hasOutcome(item, outcome, delivery, now)) &&
		(any || holds(item, lower));
}

export const asksNothing = ({ search, outcome }: Query): boolean =>
	search.trim() === '' && outcome === undefined;

/** The threads that fit, the latest first. Looks at everything. */
export function findThreads(query: Query, view: View): Found[] {
	const found: Found[] = [];
	const { threads } = view;
	for (const thread of threads.list().toReversed()) {
		const item = thread.items.findLast(checkFor(query, thread, view));
		if (item !== undefined) found.push({ thread, item });
	}
	return found;
}

/** The items of one thread that fit, in order. */
export const findItems = (query: Query, thread: Thread, view: View): readonly Item[] =>
	asksNothing(query) ? thread.items : thread.items.filter(checkFor(query, thread, view));
