import { sleep } from 'n8n-workflow';

/** What is left of a sleep keeps a process from ending, because n8n's can't be broken off: milliseconds. */
const SLICE = 1000;

/** Waits `milliseconds`, or until the execution is stopped: gives whether it was. Never throws. */
export async function pause(
	milliseconds: number,
	signal: AbortSignal | undefined,
): Promise<boolean> {
	const until = performance.now() + milliseconds;
	let wake: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => {
		wake = resolve;
		signal?.addEventListener('abort', wake);
	});
	for (let rest = milliseconds; rest > 0; rest = until - performance.now()) {
		if (signal?.aborted === true) break;
		await Promise.race([sleep(Math.min(rest, SLICE)), stopped]);
	}
	signal?.removeEventListener('abort', wake);
	return signal?.aborted === true;
}
