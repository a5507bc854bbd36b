import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { asyncProperty, assert, integer } from 'fast-check';

import { RateLimiter } from '../../../../nodes/SmsVoiceGateway/engine/delivery/rateLimiter.ts';
import { runsOf } from '../../fuzz.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** When each of so many requests may leave, in milliseconds from now; each asks once the last has left. */
async function departures(pace: RateLimiter, count: number, atOnce = false): Promise<number[]> {
	const began = Date.now();
	const left: number[] = [];
	const leave = async () => {
		await pace.next(undefined);
		left.push(Date.now() - began);
	};
	const all = atOnce
		? Promise.all(Array.from({ length: count }, leave))
		: (async () => {
				for (let index = 0; index < count; index++) await leave();
			})();
	await jest.runAllTimersAsync();
	await all;
	return left;
}

describe('RateLimiter', () => {
	test.each<[number, number[]]>([
		[100, [0, 100, 200, 300, 400]],
		[0, [0, 0, 0, 0, 0]],
	])('lets requests begin %i ms apart', async (interval, times) => {
		expect(await departures(new RateLimiter(interval), 5)).toEqual(times);
		expect(await departures(new RateLimiter(interval), 5, true)).toEqual(times);
	});

	test('counts from the start of a request: time that has passed is not waited for again', async () => {
		const pace = new RateLimiter(100);
		expect(await departures(pace, 1)).toEqual([0]);
		jest.advanceTimersByTime(70);
		expect(await departures(pace, 1)).toEqual([30]);
		jest.advanceTimersByTime(500);
		expect(await departures(pace, 2)).toEqual([0, 100]);
	});

	test('does not wait where nothing left at the last turn', async () => {
		const pace = new RateLimiter(100);
		pace.giveBack(await pace.next(undefined));
		expect(await departures(pace, 2)).toEqual([0, 100]);
	});

	test('gives back a turn once only', async () => {
		const pace = new RateLimiter(100);
		const turn = await pace.next(undefined);
		pace.giveBack(turn);
		pace.giveBack(turn);
		expect(await departures(pace, 3)).toEqual([0, 100, 200]);
	});

	test('keeps requests apart also where a turn is given back while another one waits', async () => {
		const pace = new RateLimiter(100);
		const began = Date.now();
		const left: number[] = [];
		const leave = async () => {
			await pace.next(undefined);
			left.push(Date.now() - began);
		};
		await leave();
		const [unused] = await Promise.all([pace.next(undefined), jest.advanceTimersByTimeAsync(100)]);
		const waiting = leave();
		await jest.advanceTimersByTimeAsync(80);
		// The turn of 100 ms was not used, as one learns at 180; the next one is at 200.
		pace.giveBack(unused);
		const another = leave();
		await jest.runAllTimersAsync();
		await Promise.all([waiting, another]);
		left.sort((a, b) => a - b);
		left.slice(1).forEach((time, index) => {
			expect(time - (left[index] ?? 0)).toBeGreaterThanOrEqual(100);
		});
	});

	test('keeps nobody waiting once the execution is stopped', async () => {
		const pace = new RateLimiter(60_000);
		const stop = new AbortController();
		await pace.next(stop.signal);
		const waiting = pace.next(stop.signal);
		stop.abort();
		// The clock stands still: only the stop can end these.
		await waiting;
		await pace.next(stop.signal);
	});

	test('never lets two requests begin closer than the interval', async () => {
		await assert(
			asyncProperty(
				integer({ min: 1, max: 500 }),
				integer({ min: 1, max: 12 }),
				async (interval, count) => {
					const left = await departures(new RateLimiter(interval), count, true);
					expect(left).toEqual(left.map((_, index) => index * interval));
				},
			),
			runsOf(50),
		);
	});
});
