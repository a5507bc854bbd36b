import { jest } from '@jest/globals';

/** What is waited for, while time passes on the fake clock, and the milliseconds that it took there. */
export async function inTime<T>(working: Promise<T>): Promise<{ result: T; took: number }> {
	const began = Date.now();
	let ended: number | undefined;
	const noted = working.finally(() => (ended = Date.now()));
	noted.catch(() => undefined);
	for (let step = 0; step < 20_000 && ended === undefined; step++) {
		if (Date.now() - began > 150_000) break;
		await jest.advanceTimersToNextTimerAsync();
	}
	if (ended === undefined) throw new Error('It does not end');
	return { result: await noted, took: ended - began };
}
