import { entriesOf } from './entries';
import type { Access } from './keyStore';

/** So many keys are worth a look at the count before they are asked for: it takes as long as a third of asking. */
const MOST_COUNTED = 100;

/**
 * Those of the keys beside which a fact is recorded. The store can't be read, only asked what is new to it: what asking
 * adds is taken out again, and with it what a run left there that was killed while asking. Where nobody knows what was new
 * of the first entries, because the answer was lost, the second ones tell, each asked for by itself.
 */
export async function having(
	access: Access,
	keys: readonly string[],
	fact: Parameters<typeof entriesOf>[1],
): Promise<Set<string>> {
	let left = keys;
	let isLost = false;
	for (const level of [0, 1] as const) {
		if (left.length === 0) break;
		const entries = left.map((key) => entriesOf(key, fact)[level]);
		const fresh: Set<string> | undefined = isLost
			? await recordEach(access, entries)
			: await record(access, entries);
		isLost = fresh === undefined;
		if (fresh === undefined) {
			if (level === 0) continue;
			throw new Error('the answer of the store was lost');
		}
		const without = left.filter((key) => fresh.has(entriesOf(key, fact)[level]));
		await access.remove(without.flatMap((key) => entriesOf(key, fact).slice(0, level + 1)));
		const gone = new Set(without);
		left = left.filter((key) => !gone.has(key));
	}
	return new Set(left);
}

/**
 * Those of the entries that were new. Where the answer is lost, the count of the entries tells whether all were, or none;
 * undefined where some were, and nobody knows which. Throws where nothing is known of an answer.
 */
async function record(access: Access, entries: string[]): Promise<Set<string> | undefined> {
	const isCounted = entries.length <= MOST_COUNTED;
	const before = isCounted ? await access.count() : NaN;
	return await access.record(entries).catch(async (error: unknown) => {
		if (!isCounted) return await Promise.reject(error);
		const added = (await access.count()) - before;
		if (added === 0) return await access.record(entries);
		return added === entries.length ? new Set(entries) : undefined;
	});
}

/** The same, one by one: of one entry the count tells all. */
async function recordEach(access: Access, entries: string[]): Promise<Set<string>> {
	const fresh = new Set<string>();
	for (const entry of entries) {
		for (const one of (await record(access, [entry])) ?? []) fresh.add(one);
	}
	return fresh;
}
