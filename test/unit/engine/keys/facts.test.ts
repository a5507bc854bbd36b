import { describe, expect, test } from '@jest/globals';

import { entriesOf } from '../../../../nodes/SmsVoiceGateway/engine/keys/entries.ts';
import { having } from '../../../../nodes/SmsVoiceGateway/engine/keys/facts.ts';
import type { Access } from '../../../../nodes/SmsVoiceGateway/engine/keys/keyStore.ts';
import { decide } from '../../../../nodes/SmsVoiceGateway/engine/keys/decide.ts';

/** How a recording goes wrong: nothing, only the first entry, or all is recorded before its answer is lost. */
type Loss = 'none' | 'first' | 'all';

/** A store with entries, of which some recordings lose their answer: by their number, from 1. */
class Store implements Access {
	readonly entries: Set<string>;
	readonly asked: string[][] = [];
	counted = 0;
	private readonly losses: Partial<Record<number, Loss>>;

	constructor(entries: string[], losses: Partial<Record<number, Loss>> = {}) {
		this.entries = new Set(entries);
		this.losses = losses;
	}

	async record(entries: string[]): Promise<Set<string>> {
		this.asked.push(entries);
		const loss = this.losses[this.asked.length];
		const recorded = { none: [], first: entries.slice(0, 1), all: entries }[loss ?? 'all'];
		const fresh = new Set(recorded.filter((entry) => !this.entries.has(entry)));
		for (const entry of fresh) this.entries.add(entry);
		if (loss !== undefined) throw new Error(`lost after ${loss}`);
		return await Promise.resolve(fresh);
	}

	async count(): Promise<number> {
		this.counted++;
		return await Promise.resolve(this.entries.size);
	}

	async remove(entries: string[]): Promise<void> {
		for (const entry of entries) this.entries.delete(entry);
		await Promise.resolve();
	}
}

const ask = async (store: Store, keys: string[]) => [...(await having(store, keys, 'accepted'))];
const USED = entriesOf('used', 'accepted');
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`);

describe('a key has a fact', () => {
	test('of which both entries are there; nothing of asking stays', async () => {
		const store = new Store([...USED, 'other']);
		expect(await ask(store, ['used', 'new'])).toEqual(['used']);
		expect([...store.entries]).toEqual([...USED, 'other']);
	});

	test('not by the first alone, which whoever was killed while asking has left, and which is taken out', async () => {
		const store = new Store([USED[0], ...entriesOf('other', 'unknown')]);
		expect(await ask(store, ['used'])).toEqual([]);
		expect([...store.entries]).toEqual(entriesOf('other', 'unknown'));
	});

	test('of its own kind', async () => {
		expect(await ask(new Store(entriesOf('used', 'unknown')), ['used'])).toEqual([]);
	});

	test('where none is asked for, nobody is asked', async () => {
		const store = new Store([]);
		expect(await ask(store, [])).toEqual([]);
		expect([store.asked, store.counted]).toEqual([[], 0]);
	});
});

describe('where the answer to the first entries is lost', () => {
	const KEYS = ['used', 'new', 'newer'];

	test('and nothing was recorded, they are asked for again', async () => {
		const store = new Store([...USED], { 1: 'none' });
		expect(await ask(store, KEYS)).toEqual(['used']);
		expect([...store.entries]).toEqual([...USED]);
		expect(store.asked[1]).toEqual(store.asked[0]);
	});

	test('and all of them were new, none has the fact', async () => {
		const store = new Store([], { 1: 'all' });
		expect(await ask(store, KEYS)).toEqual([]);
		expect([...store.entries]).toEqual([]);
		expect(store.asked).toHaveLength(1);
	});

	test('and some of them were new, the second tell, each asked for by itself', async () => {
		const store = new Store([...USED], { 1: 'all' });
		expect(await ask(store, KEYS)).toEqual(['used']);
		expect([...store.entries]).toEqual([...USED]);
		expect(store.asked.slice(1)).toEqual(KEYS.map((key) => [entriesOf(key, 'accepted')[1]]));
	});

	test('and is lost again of a single one, its count tells', async () => {
		for (const [at, loss] of [2, 3].flatMap((at) =>
			(['none', 'all'] as const).map((loss) => [at, loss] as const),
		)) {
			const store = new Store([...USED], { 1: 'all', [at]: loss });
			expect(await ask(store, KEYS)).toEqual(['used']);
			expect([...store.entries]).toEqual([...USED]);
		}
	});
});

test('where the answer to several second entries is lost, and some were new, nobody can tell', async () => {
	const store = new Store([...USED, entriesOf('half', 'accepted')[0]], { 2: 'all' });
	await expect(ask(store, ['used', 'half'])).rejects.toThrow('the answer of the store was lost');
});

test('up to a hundred are worth a look at the count before, and more are not', async () => {
	const hundred = new Store([...USED], { 1: 'first' });
	expect(await ask(hundred, [...numbered(99), 'used'])).toEqual(['used']);
	const more = new Store([], { 1: 'all' });
	await expect(ask(more, numbered(101))).rejects.toThrow('lost after all');
	expect(more.counted).toBe(0);
});

const MINUTE = 60_000;

test.each([
	['new', 0, false, 'free'],
	['new', 0, true, 'free'],
	['ended', 10 * MINUTE, false, 'used'],
	['ended', 10 * MINUTE, true, 'used'],
	['doubt', 0, false, 'broken'],
	['doubt', 0, true, 'free'],
	['open', 0, false, 'busy'],
	['open', MINUTE - 1, false, 'busy'],
	['open', MINUTE, false, 'broken'],
	['open', MINUTE, true, 'busy'],
	['open', 6 * MINUTE - 1, true, 'busy'],
	['open', 6 * MINUTE, true, 'free'],
] as const)(
	'a key that is %s, seen for %i ms, with Resend Unknown %s, is %s',
	(found, waited, again, state) => {
		expect(decide(found, waited, again)).toBe(state);
	},
);
