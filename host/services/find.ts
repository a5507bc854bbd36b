import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../process.ts';

/** A way to get a service: what it is called in a report, and how it is opened; `open` throws where there is none. */
export interface Candidate<T> {
	name: string;
	open(): Promise<T>;
}

/** A service that could not be had in any way; the message lists what was tried. */
export class ServiceMissing extends Error {
	constructor(service: string, tried: string[]) {
		super(`${service} was not found (${tried.join('; ')})`);
		this.name = 'ServiceMissing';
	}
}

/** Opens the first candidate that can be opened. */
export async function firstOf<T>(service: string, candidates: Array<Candidate<T>>): Promise<T> {
	const tried: string[] = [];
	for (const { name, open } of candidates) {
		try {
			return await open();
		} catch (error) {
			tried.push(`${name}: ${reason(error)}`);
		}
	}
	throw new ServiceMissing(service, tried);
}

/** A refused connection has no message of its own where several addresses were tried (AggregateError), only a code. */
function reason(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.message || ('code' in error ? String(error.code) : error.name);
}

/** The codes with which a server that is still starting turns one away: the network's, and PostgreSQL's own. */
const STARTING = ['ECONNREFUSED', '57P03'];

/** Opens a server that was just started, as soon as it listens. `folder` goes with it, if it can't be opened or at `close`. */
export async function openStarted<T extends { close(): Promise<void> }>(
	running: Running,
	folder: string,
	open: () => Promise<T>,
): Promise<T> {
	const end = async () => {
		await running.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	let ended = false;
	void running.finished.finally(() => (ended = true)).catch(() => undefined);
	for (;;) {
		try {
			const opened = await open();
			return {
				...opened,
				async close() {
					await opened.close();
					await end();
				},
			};
		} catch (error) {
			const code = error instanceof Error && 'code' in error ? String(error.code) : '';
			if (ended || !STARTING.includes(code)) {
				await end();
				throw new Error(`${reason(error)} ${running.output().slice(-500)}`, { cause: error });
			}
			await sleep(50);
		}
	}
}
