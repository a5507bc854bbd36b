import type { Sandbox } from '../../../sandbox/index.ts';

/** A timer may go off by a millisecond before its time. */
const TIMERS_MS = 2;

/**
 * Runs something that pauses for `pause` milliseconds after each `batch` requests, of which each takes `way` milliseconds
 * at least to the sandbox. Gives the place of each that arrived before the pauses ahead of it can have been over, counted
 * from the beginning of the run: between two arrivals a busy machine makes a pause shorter, when the first comes late.
 */
export async function tooEarly(
	sandbox: () => Sandbox,
	{ pause, batch = 1, way = 0 }: { pause: number; batch?: number; way?: number },
	run: () => Promise<unknown>,
): Promise<number[]> {
	const begun = Date.now();
	await run();
	return sandbox()
		.requests()
		.flatMap(({ at }, place) => {
			const pauses = Math.floor(place / batch);
			return Date.parse(at) - begun < way + pauses * (pause - TIMERS_MS) ? [place] : [];
		});
}
