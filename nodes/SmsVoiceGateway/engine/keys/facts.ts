import { entriesOf } from './entries';
import type { Fact } from './entries';
import type { Access } from './keyStore';

/** So many keys are worth a look at the count before they are asked for: it takes as long as a third of asking. */
const MOST_COUNTED = 100;

/**
 * Those of the keys beside which a fact is recorded. The store can't be read, only asked what is new to it: what asking
 * adds is taken out again.
 */
export async function having(
	access: Access,
	keys: readonly string[],
	fact: Fact,
): Promise<Set<string>> {
	let left = keys;
	for (const entryOf of [0, 1].map((index) => (key: string) => entriesOf(key, fact)[index] ?? '')) {
		if (left.length === 0) break;
		const fresh = await record(access, left.map(entryOf));
		await access.remove([...fresh]);
		left = left.filter((key) => !fresh.has(entryOf(key)));
	}
	return new Set(left);
}

/** Where the answer is lost, the count of the entries tells whether all were new, or none. */
async function record(access: Access, entries: string[]): Promise<Set<string>> {
	const isCounted = entries.length <= MOST_COUNTED;
	const before = isCounted ? await access.count() : NaN;
	return await access.record(entries).catch(async (error: unknown) => {
		const added = isCounted ? (await access.count()) - before : NaN;
		if (added === 0) return await access.record(entries);
		return added === entries.length ? new Set(entries) : await Promise.reject(error);
	});
}
