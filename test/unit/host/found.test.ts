import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { come, found } from '../../../host/found.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** The moments of all looks, in ms, of which the one at `due` or the first after it sees something. */
async function looksUntil(due: number): Promise<number[]> {
	const begun = Date.now();
	const looks: number[] = [];
	const seen = found(() => {
		const now = Date.now() - begun;
		looks.push(now);
		return now >= due ? 'seen' : undefined;
	});
	await jest.advanceTimersByTimeAsync(2 * due + 1000);
	expect(await seen).toBe('seen');
	return looks;
}

test('what is there is given at once', async () => {
	expect(await looksUntil(0)).toEqual([0]);
	expect(await found(async () => 0)).toBe(0);
	expect(await found(() => false)).toBe(false);
});

test('what is waited for is looked for after 50 ms, and later after a tenth of the time that has passed', async () => {
	expect((await looksUntil(200)).slice(0, 4)).toEqual([0, 50, 100, 150]);
	for (const due of [1000, 5000, 9000]) {
		const looks = await looksUntil(due);
		expect(looks.at(-1)).toBeLessThanOrEqual(due * 1.1 + 1);
		expect(looks.length).toBeLessThan(50);
	}
});

test('nothing is looked for less often than once in a second', async () => {
	const looks = await looksUntil(100_000);
	const [before = 0, last = 0] = looks.slice(-2);
	expect([last - before, looks.length < 150]).toEqual([1000, true]);
});

test('what goes wrong while one looks is said', async () => {
	const lost = expect(found(() => Promise.reject(new Error('the run ended')))).rejects.toThrow(
		'ended',
	);
	await lost;
});

test('what is to be so is waited for', async () => {
	let isSo = false;
	const waiting = come(async () => isSo);
	await jest.advanceTimersByTimeAsync(300);
	isSo = true;
	await jest.advanceTimersByTimeAsync(300);
	expect(await waiting).toBe(true);
});

test('what does not come is waited for 18 minutes, and then named', async () => {
	const waiting = expect(come(() => 'green' === String('red'))).rejects.toThrow(
		/^Waited 18 minutes for .*green/,
	);
	await jest.advanceTimersByTimeAsync(18 * 60_000 + 1000);
	await waiting;
});
