import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';

import type { Gateway } from './gateway.ts';

/** So many turns of the event loop without a request under way mean that all that is left waits for a timer. */
const QUIET_TURNS = 20;

/** All but time-outs and the date. */
export const REAL = [
	'nextTick',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'hrtime',
] as const;

/** Time that passes only when nothing else is to be done: no test waits for it, and no busy machine makes it late. */
export interface FakeTime {
	/** Does some work to its end. */
	passes: <T>(work: Promise<T>) => Promise<T>;
	/** Has each run done so. */
	around: (run: Gateway['run']) => Gateway['run'];
	/** Holds a request at a server of the test until something has ended; meanwhile time passes all the same. */
	hold: (until: Promise<unknown>) => Promise<void>;
}

/** Fakes what timers and clocks tell the tests of a file; requests are real, and while one is under way time stands still. */
export function fakeTime(): FakeTime {
	const underWay = new Set<unknown>();
	let held = 0;
	const begins = (message: unknown) => void underWay.add((message as { request: unknown }).request);
	const ends = (message: unknown) =>
		void underWay.delete((message as { request: unknown }).request);
	const channels: Array<[string, (message: unknown) => void]> = [
		['http.client.request.created', begins],
		['http.client.request.error', ends],
		['http.client.response.finish', ends],
	];
	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: [...REAL] });
		for (const [name, listener] of channels) subscribe(name, listener);
	});
	afterEach(async () => {
		// What a run still tidies up behind itself would be in the way of the next test's for ever.
		await jest.runAllTimersAsync();
		jest.useRealTimers();
		for (const [name, listener] of channels) unsubscribe(name, listener);
	});
	const passes: FakeTime['passes'] = async (work) => {
		let isOver = false;
		const noted = work.finally(() => (isOver = true));
		noted.catch(() => undefined);
		for (let quiet = 0; !isOver; quiet = underWay.size > held ? 0 : quiet + 1) {
			await turn();
			if (quiet > QUIET_TURNS) await jest.advanceTimersToNextTimerAsync();
		}
		return await noted;
	};
	return {
		passes,
		around:
			(run) =>
			async (...given) =>
				await passes(run(...given)),
		hold: async (until) => {
			held++;
			await until;
			held--;
		},
	};
}
