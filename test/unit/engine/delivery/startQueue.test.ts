import { setImmediate as round } from 'node:timers/promises';

import { RateLimiter, StartQueue } from '../../../../nodes/SmsVoiceGateway/engine/rateLimiter.ts';

// Rounds of the event loop, not sockets: a busy machine may take longer to connect than two of them.
test('the event loop comes round behind each one that begins, before the next one does', async () => {
	const startQueue = new StartQueue();
	const log: string[] = [];
	const all = [1, 2, 3, 4, 5];
	await Promise.all(
		all.map(async (who) => {
			await startQueue.pass();
			log.push(`${who} begins`);
			await round();
			log.push(`${who} is written`);
		}),
	);
	expect(log).toEqual(all.flatMap((who) => [`${who} begins`, `${who} is written`]));
});

test('who comes alone does not wait', async () => {
	const startQueue = new StartQueue();
	for (let time = 0; time < 3; time++) {
		let waited = false;
		for (let rounds = 0; rounds < 10; rounds++) await round();
		setImmediate(() => (waited = true));
		await startQueue.pass();
		expect(waited).toBe(false);
	}
});

test('the next request waits for its pace, and no longer where somebody sets the clock back meanwhile', async () => {
	jest.useFakeTimers();
	try {
		const rateLimiter = new RateLimiter();
		rateLimiter.interval = 2000;
		rateLimiter.leave();
		let isReady = false;
		const ready = rateLimiter.ready(undefined).finally(() => (isReady = true));
		jest.setSystemTime(Date.now() - 3_600_000);
		await jest.advanceTimersByTimeAsync(1999);
		expect(isReady).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(isReady).toBe(true);
		await ready;
	} finally {
		jest.useRealTimers();
	}
});
