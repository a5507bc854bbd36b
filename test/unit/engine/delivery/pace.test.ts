import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { asyncProperty, assert, integer } from 'fast-check';

import { Pace } from '../../../../nodes/SmsVoiceGateway/engine/delivery/pace.ts';
import { runsOf } from '../../fuzz.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

/** When each of so many requests may leave, in milliseconds from now; each asks once the last has left. */
async function departures(pace: Pace, count: number, atOnce = false): Promise<number[]> {
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

describe('Pace', () => {
	test.each<[number, number, number[]]>([
		[1, 100, [0, 100, 200, 300, 400]],
		[2, 100, [0, 0, 100, 100, 200]],
		[5, 100, [0, 0, 0, 0, 0]],
		[1, 0, [0, 0, 0, 0, 0]],
	])('lets groups of %i begin %i ms apart', async (size, interval, times) => {
		expect(await departures(new Pace(size, interval), 5)).toEqual(times);
		expect(await departures(new Pace(size, interval), 5, true)).toEqual(times);
	});

	test('counts from the start of a group: time that has passed is not waited for again', async () => {
		const pace = new Pace(1, 100);
		expect(await departures(pace, 1)).toEqual([0]);
		jest.advanceTimersByTime(70);
		expect(await departures(pace, 1)).toEqual([30]);
		jest.advanceTimersByTime(500);
		expect(await departures(pace, 2)).toEqual([0, 100]);
	});

	test('does not wait where nothing left at the last turn', async () => {
		const pace = new Pace(1, 100);
		pace.giveBack(await pace.next(undefined));
		expect(await departures(pace, 2)).toEqual([0, 100]);
	});

	test('gives back a turn once only', async () => {
		const pace = new Pace(1, 100);
		const turn = await pace.next(undefined);
		pace.giveBack(turn);
		pace.giveBack(turn);
		expect(await departures(pace, 3)).toEqual([0, 100, 200]);
	});

	test('keeps requests apart also where a turn is given back while another one waits', async () => {
		const pace = new Pace(1, 100);
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
		const pace = new Pace(1, 60_000);
		const stop = new AbortController();
		await pace.next(stop.signal);
		const waiting = pace.next(stop.signal);
		stop.abort();
		// The clock stands still: only the stop can end these.
		await waiting;
		await pace.next(stop.signal);
	});

	test.each<[string, Parameters<typeof Pace.of>[0], number[]]>([
		['nothing', undefined, [0, 0, 0]],
		['no batch', {}, [0, 0, 0]],
		['no interval', { batch: { batchSize: 1 } }, [0, 0, 0]],
		['one at a time', { batch: { batchSize: 1, batchInterval: 50 } }, [0, 50, 100]],
		['two at a time', { batch: { batchSize: 2, batchInterval: 50 } }, [0, 0, 50]],
		['-1, which stands for one', { batch: { batchSize: -1, batchInterval: 50 } }, [0, 50, 100]],
		['0, which stands for one', { batch: { batchSize: 0, batchInterval: 50 } }, [0, 50, 100]],
		['no size, which stands for one', { batch: { batchInterval: 50 } }, [0, 50, 100]],
		['a negative interval', { batch: { batchSize: 1, batchInterval: -5 } }, [0, 0, 0]],
	])('reads Batching as n8n does: %s', async (_, batching, times) => {
		expect(await departures(Pace.of(batching), 3)).toEqual(times);
	});

	test('never lets two groups begin closer than the interval, and no group be larger than its size', async () => {
		await assert(
			asyncProperty(
				integer({ min: 1, max: 4 }),
				integer({ min: 1, max: 500 }),
				integer({ min: 1, max: 12 }),
				async (size, interval, count) => {
					const left = await departures(new Pace(size, interval), count, true);
					expect(left).toEqual(left.map((_, index) => Math.floor(index / size) * interval));
				},
			),
			runsOf(50),
		);
	});
});
