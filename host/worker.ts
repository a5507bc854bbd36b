import { setTimeout as sleep } from 'node:timers/promises';
import { http } from './http.ts';
import type { Running } from './process.ts';

/** A started worker of n8n's queue mode. */
export type Worker = Pick<Running, 'pid' | 'isRunning' | 'output' | 'stop' | 'kill'>;

/** n8n's settings that let a worker tell when it is ready. */
export const workerSettings = (port: number): Record<string, string> => ({
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	QUEUE_HEALTH_CHECK_PORT: String(port),
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
});

/** Waits until a starting worker takes executions. */
export async function openWorker(running: Running, port: number): Promise<Worker> {
	let ended = false;
	const end = running.finished.finally(() => (ended = true)).catch(() => undefined);
	while (!ended) {
		const url = `http://127.0.0.1:${port}/healthz/readiness`;
		const answer = await http.get(url).catch(() => undefined);
		if (answer?.status === 200) return running;
		await Promise.race([sleep(250), end]);
	}
	throw new Error(`The worker ended before it was ready:\n${running.output().slice(-3000)}`);
}
