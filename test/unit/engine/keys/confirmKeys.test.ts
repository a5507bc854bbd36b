import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Logger } from 'n8n-workflow';

import { confirmKeys } from '../../../../nodes/SmsVoiceGateway/engine/keys/confirmKeys.ts';
import type { Access, KeyStore } from '../../../../nodes/SmsVoiceGateway/engine/keys/keyStore.ts';
import { KEYS_KEPT } from '../../../../nodes/SmsVoiceGateway/lib/uniqueKey.ts';
import { inTime } from './inTime.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** Confirms keys in a store that another worker changes, as `meddle` says, before so many of the recordings. */
async function confirm(own: string[], meddle: (kept: Set<string>, time: number) => void) {
	const kept = new Set<string>();
	const times: number[] = [];
	const warnings: string[] = [];
	const access = {
		record: async (keys: string[]) => {
			meddle(kept, times.push(Date.now()));
			const fresh = keys.filter((key) => !kept.has(key));
			for (const key of fresh) kept.add(key);
			return new Set(fresh);
		},
	} as unknown as Access;
	const store = {
		exclusively: async <T>(work: (given: Access) => Promise<T>) => await work(access),
	} as unknown as KeyStore;
	const logger = { warn: (words: string) => warnings.push(words) } as unknown as Logger;
	const { took } = await inTime(confirmKeys(own, store, logger));
	return { kept: [...kept], asked: times.length, warnings, took };
}

const never = () => undefined;

describe('keys that others could have replaced', () => {
	test('are found after a pause, and are safe then', async () => {
		expect(await confirm(['A', 'B'], never)).toEqual({
			kept: ['A', 'B'],
			asked: 2,
			warnings: [],
			took: 300,
		});
	});

	test('are recorded again until nobody replaces them', async () => {
		const three = (kept: Set<string>, time: number) => time <= 4 && kept.clear();
		expect(await confirm(['A'], three)).toEqual({
			kept: ['A'],
			asked: 5,
			warnings: [],
			took: 1200,
		});
	});

	test('are given up where they are always replaced, with a word in the log', async () => {
		expect(await confirm(['A'], (kept) => kept.clear())).toEqual({
			kept: ['A'],
			asked: 11,
			warnings: ['Unique keys could not be confirmed: other workers replace them'],
			took: 3000,
		});
	});

	test('are given up where the store fails, with a word in the log', async () => {
		const { warnings } = await confirm(['A'], () => {
			throw new Error('locked');
		});
		expect(warnings).toEqual(['Unique keys could not be confirmed: Error: locked']);
	});

	test('are not asked for where there are none', async () => {
		expect((await confirm([], never)).asked).toBe(0);
	});

	test('are the last ones where there are more than the store keeps', async () => {
		const many = Array.from({ length: KEYS_KEPT + 2 }, (_, index) => String(index));
		const { kept } = await confirm(many, never);
		expect([kept.length, kept[0]]).toEqual([KEYS_KEPT, '2']);
	});
});
