import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { Watch } from '../../../../nodes/SmsVoiceGateway/engine/keys/watch.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

describe('the watch over other executions', () => {
	test('begins with the first question, and asks after a quarter of a second', () => {
		const watch = new Watch();
		expect([watch.has('A'), watch.waitFor(['A'])]).toEqual([false, 0]);
		expect(watch.isDead('A', false)).toBe(false);
		expect([watch.has('A'), watch.waitFor(['A', 'B'])]).toEqual([true, 250]);
		jest.advanceTimersByTime(100);
		expect(watch.waitFor(['A'])).toBe(150);
		jest.advanceTimersByTime(1000);
		expect([watch.waitFor(['A']), watch.waitFor([])]).toEqual([0, 0]);
	});

	test('waits for the one that takes longest', () => {
		const watch = new Watch();
		watch.isDead('A', false);
		jest.advanceTimersByTime(100);
		watch.isDead('B', false);
		expect([watch.waitFor(['A', 'B']), watch.waitFor(['B', 'A'])]).toEqual([250, 250]);
		watch.end('B');
		expect([watch.has('B'), watch.waitFor(['A', 'B'])]).toEqual([false, 150]);
	});

	test('asks less and less often, and at the latest when one is to be taken for dead', () => {
		const watch = new Watch();
		watch.isDead('A', false);
		const times: number[] = [];
		const began = Date.now();
		for (;;) {
			jest.advanceTimersByTime(watch.waitFor(['A']));
			times.push(Date.now() - began);
			if (watch.isDead('A', false)) break;
		}
		expect(times).toEqual([250, 750, 2250, 6000]);
	});

	test('takes nobody for dead who answers', () => {
		const watch = new Watch();
		watch.isDead('A', false);
		jest.advanceTimersByTime(5999);
		expect(watch.isDead('A', false)).toBe(false);
		jest.advanceTimersByTime(1);
		expect(watch.isDead('A', true)).toBe(false);
		expect(watch.waitFor(['A'])).toBe(250);
		jest.advanceTimersByTime(5999);
		expect(watch.isDead('A', false)).toBe(false);
		jest.advanceTimersByTime(1);
		expect(watch.isDead('A', false)).toBe(true);
	});
});
