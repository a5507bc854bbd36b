import { NAME } from './n8nRows';
import { type KeyStore, Unclear } from './store';

/** Of so many parts that are asked for one after the other, each is so small that a lost answer harms little. */
const PARTS = 20;

/**
 * That a message was sent, recorded beside its key. Two entries: the store can only be asked what was new to it, and who is
 * killed while asking leaves what it has asked for. So the first alone says nothing.
 */
const sentEntry = (key: string): string => `${NAME} sent ${key}`;
const indeedEntry = (key: string): string => `${NAME} indeed sent ${key}`;

/** What is recorded beside a key when its message was sent. */
export const factOf = (key: string): [string, string] => [sentEntry(key), indeedEntry(key)];

/**
 * Those of the keys beside which it stands that they were sent; what asking adds is taken out again. The second entry is
 * asked for only where the first was there, or nobody can tell whether it was.
 */
export async function sentOf(store: KeyStore, keys: readonly string[]): Promise<Set<string>> {
	let part = keys.length;
	const firsts = await store.add(keys.map(sentEntry)).catch((error: unknown) => {
		if (!(error instanceof Unclear)) throw error;
		part = Math.ceil(keys.length / PARTS);
		return new Set<string>();
	});
	const left = keys.filter((key) => !firsts.has(sentEntry(key)));
	const seconds = new Set<string>();
	for (let from = 0; from < left.length; from += part) {
		const asked = left.slice(from, from + part).map(indeedEntry);
		const fresh = await store.add(asked).catch((error: unknown) => {
			// Then all of these are in doubt: better than that one of them passes for sent.
			if (error instanceof Unclear) return asked;
			throw error;
		});
		for (const entry of fresh) seconds.add(entry);
	}
	const sent = new Set(left.filter((key) => !seconds.has(indeedEntry(key))));
	const doubtful = keys.filter((key) => !sent.has(key));
	await store.remove(
		doubtful.flatMap((key) =>
			seconds.has(indeedEntry(key)) ? [sentEntry(key), indeedEntry(key)] : [sentEntry(key)],
		),
	);
	return sent;
}
