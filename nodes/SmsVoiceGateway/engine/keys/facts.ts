import { NAME } from './n8nRows';
import type { KeyStore } from './store';

/** The entries of a fact. */
export const FACT = 2;

/** A key, and what became of its message. */
export const ENTRIES_PER_KEY = 1 + FACT;

/** Beside a key that was broken off: its message is sent once more, for the `time`th time. */
export const againEntry = (key: string, time: number): string => `${NAME} again ${time} ${key}`;

/**
 * That a message was sent, or that nobody knows, recorded beside its key when it has ended. Two entries: the store can only
 * be asked what was new to it, and who is killed while asking leaves what it has asked for. So the first alone says nothing.
 */
export const factOf = (key: string, fact: 'sent' | 'unknown'): [string, string] => [
	`${NAME} ${fact} ${key}`,
	`${NAME} indeed ${fact} ${key}`,
];

/**
 * Those of the keys beside which a fact is recorded; what asking adds is taken out again. The second entry is asked for only
 * where the first was there. Where the answer to the first ones was lost they are taken out before that, and put back where
 * the second was there: no single failure leaves what reads as a fact. Two, one upon the other, may.
 */
export async function having(
	store: KeyStore,
	keys: readonly string[],
	fact: Parameters<typeof factOf>[1],
): Promise<Set<string>> {
	const all = keys.map((key) => [key, ...factOf(key, fact)] as const);
	const firsts = all.map(([, first]) => first);
	const added = await store.record(firsts).catch(() => undefined);
	if (added === undefined) await store.remove(firsts);
	const left = all.filter(([, first]) => !added?.has(first));
	const seconds = await store.recordCounted(left.map(([, , second]) => second));
	const found = left.filter(([, , second]) => !seconds.has(second));
	if (added === undefined) await store.recordCounted(found.map(([, first]) => first));
	await store.remove(
		all.flatMap(([, first, second]) => [
			...(added?.has(first) || (added && seconds.has(second)) ? [first] : []),
			...(seconds.has(second) ? [second] : []),
		]),
	);
	return new Set(found.map(([key]) => key));
}

/** Of keys, all different, which were sent, and of which nobody knows; nothing is recorded. */
export async function lookUp(
	store: KeyStore,
	keys: readonly string[],
): Promise<{ used: Set<string>; doubtful: Set<string> }> {
	const used = await having(store, keys, 'sent');
	const left = keys.filter((key) => !used.has(key));
	return { used, doubtful: await having(store, left, 'unknown') };
}
