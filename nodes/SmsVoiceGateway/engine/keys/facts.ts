import { NAME } from './n8nRows';
import type { KeyStore } from './store';

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
 * where the first was there, never by itself: what one failure leaves must not read as a fact.
 */
export async function having(
	store: KeyStore,
	keys: readonly string[],
	fact: Parameters<typeof factOf>[1],
): Promise<Set<string>> {
	const all = keys.map((key) => [key, ...factOf(key, fact)] as const);
	const firsts = await store.record(all.map(([, first]) => first));
	const left = all.filter(([, first]) => !firsts.has(first));
	const seconds = await store.recordCounted(left.map(([, , second]) => second));
	await store.remove(
		all.flatMap(([, first, second]) => [
			...(firsts.has(first) || seconds.has(second) ? [first] : []),
			...(seconds.has(second) ? [second] : []),
		]),
	);
	return new Set(left.flatMap(([key, , second]) => (seconds.has(second) ? [] : key)));
}
