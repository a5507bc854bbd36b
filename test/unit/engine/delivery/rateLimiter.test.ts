import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { assert, asyncProperty, integer } from 'fast-check';

import { RateLimiter } from '../../../../nodes/SmsVoiceGateway/engine/delivery/rateLimiter.ts';
import { runsOf } from '../../fuzz.ts';
import { CircuitBreaker } from '../../../../nodes/SmsVoiceGateway/engine/delivery/circuitBreaker.ts';
import type {
	Failed,
	Failure,
	Result,
} from '../../../../nodes/SmsVoiceGateway/engine/row/result.ts';

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

const failed = (outcome: Failed['outcome'], more: Partial<Failure> = {}): Failed => ({
	outcome,
	failure: { message: '', advice: '', ...more },
});
const LOST = failed('unknown');
const FINE: Result = { outcome: 'accepted', items: [], ids: [] };

/** Whether a request may leave by now; undefined while that is open. */
async function answerOf(entering: Promise<boolean>): Promise<boolean | undefined> {
	let answer: boolean | undefined;
	void entering.then((one) => (answer = one));
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
	return answer;
}

test.each<[string, Partial<Failure> & { outcome?: Failed['outcome'] }, boolean]>([
	['no answer', { outcome: 'rejected' }, true],
	['an unknown outcome', { outcome: 'unknown', httpStatus: 500 }, true],
	['an unknown outcome without an answer', { outcome: 'unknown' }, true],
	[
		'a login that was refused',
		{ httpStatus: 200, code: '1008', cause: 'credential-invalid' },
		true,
	],
	['a refused number', { httpStatus: 400, code: '1010' }, false],
	['a refused number at another address', { httpStatus: 404, code: '1010' }, false],
	['no credit', { httpStatus: 400, code: '1006' }, true],
	['an address that is not known', { httpStatus: 404 }, true],
	['a refusal without a code', { httpStatus: 400 }, false],
	...['429', '1004', '1005', '1009', '1015'].map((code): [string, Partial<Failure>, boolean] => [
		`code ${code}`,
		{ httpStatus: 200, code },
		true,
	]),
])(
	'after one request with %s the next one is kept back: %#',
	async (_, { outcome = 'rejected', ...one }, isKeptBack) => {
		const breaker = new CircuitBreaker(1);
		expect(await breaker.enter()).toBe(true);
		breaker.leave(failed(outcome, one));
		expect(await breaker.enter()).toBe(!isKeptBack);
	},
);

describe('so many failures in a row', () => {
	test('let nothing more leave', async () => {
		const breaker = new CircuitBreaker(2);
		for (const end of [LOST, FINE, LOST]) {
			expect(await breaker.enter()).toBe(true);
			breaker.leave(end);
		}
		expect(await breaker.enter()).toBe(true);
		// None has left after all: that says nothing.
		breaker.leave();
		expect(await breaker.enter()).toBe(true);
		breaker.leave(LOST);
		expect(await breaker.enter()).toBe(false);
		expect(await breaker.enter()).toBe(false);
	});

	test('are never more, with several on their way at once', async () => {
		const breaker = new CircuitBreaker(2);
		const [one, two, three, four] = [
			breaker.enter(),
			breaker.enter(),
			breaker.enter(),
			breaker.enter(),
		];
		expect(await Promise.all([one, two].map(answerOf))).toEqual([true, true]);
		expect(await Promise.all([three, four].map(answerOf))).toEqual([undefined, undefined]);
		breaker.leave(LOST);
		expect(await answerOf(three)).toBeUndefined();
		breaker.leave(LOST);
		expect(await Promise.all([three, four])).toEqual([false, false]);
	});

	test('are waited for no longer than it is known that there are not so many', async () => {
		const breaker = new CircuitBreaker(2);
		await breaker.enter();
		await breaker.enter();
		const [three, four] = [breaker.enter(), breaker.enter()];
		breaker.leave(FINE);
		expect(await Promise.all([three, four].map(answerOf))).toEqual([true, undefined]);
		breaker.leave(FINE);
		expect(await answerOf(four)).toBe(true);
	});

	test('are not counted without a limit', async () => {
		const breaker = new CircuitBreaker(0);
		for (let request = 0; request < 100; request++) {
			expect(await answerOf(breaker.enter())).toBe(true);
			if (request % 2) breaker.leave(LOST);
		}
	});
});
