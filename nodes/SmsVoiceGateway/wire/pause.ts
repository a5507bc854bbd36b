import { sleep } from 'n8n-workflow';

/** Waits `milliseconds`, or until the execution is stopped. Never throws. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	if (signal === undefined) return await sleep(milliseconds);
	if (signal.aborted) return;
	let wake: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => {
		wake = resolve;
		signal.addEventListener('abort', wake);
	});
	await Promise.race([sleep(milliseconds), stopped]);
	signal.removeEventListener('abort', wake);
}
