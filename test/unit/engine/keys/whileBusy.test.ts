import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { isBusy, whileBusy } from '../../../../nodes/SmsVoiceGateway/engine/keys/whileBusy.ts';

const { random } = Math;

beforeEach(() => {
	jest.useFakeTimers();
	// Now and then a pause by chance is none at all.
	Math.random = () => 0.5;
});
afterEach(() => {
	jest.useRealTimers();
	Math.random = random;
});

test.each<[string, boolean]>([
	['SQLITE_BUSY: database is locked', true],
	['QueryFailedError: deadlock detected', true],
	['ER_LOCK_DEADLOCK: Deadlock found when trying to get lock; try restarting transaction', true],
	['Lock wait timeout exceeded; try restarting transaction', true],
	['SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId', false],
	['SQLITE_IOERR: disk I/O error', false],
	['Connection terminated unexpectedly', false],
	['recording took too long', false],
])('of "%s" it is known whether the database left a statement undone', (words, busy) => {
	expect(isBusy(new Error(words))).toBe(busy);
});

/** Fails `failures` times; says how often it was tried. */
function failing(failures: number, words = 'SQLITE_BUSY: database is locked') {
	const tried = { count: 0 };
	const work = async () => {
		if (tried.count++ < failures) throw new Error(words);
		return 'done';
	};
	return { tried, work };
}

describe('what the database had no time for', () => {
	test('is done again until it had, after a pause each time', async () => {
		const { tried, work } = failing(5);
		const result = whileBusy(work);
		await jest.advanceTimersByTimeAsync(0);
		expect(tried.count).toBe(1);
		await jest.advanceTimersByTimeAsync(1000);
		expect(await result).toBe('done');
		expect(tried.count).toBe(6);
	});

	test('is given up after six tries, with what the database said', async () => {
		const { tried, work } = failing(6);
		const outcome = expect(whileBusy(work)).rejects.toThrow('SQLITE_BUSY');
		await jest.advanceTimersByTimeAsync(10_000);
		await outcome;
		expect(tried.count).toBe(6);
	});

	test('is tried once where something else is wrong', async () => {
		const { tried, work } = failing(1, 'FOREIGN KEY constraint failed');
		await expect(whileBusy(work)).rejects.toThrow('FOREIGN KEY');
		expect(tried.count).toBe(1);
	});
});
