import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { http } from '../../../host/http.ts';
import type { Sandbox } from '../../../sandbox/index.ts';
import { served } from '../../served.ts';

/** A server in front of the sandbox. */
export interface Front {
	url: string;
	/** The most requests that were on their way at once. */
	most: () => number;
	close: () => Promise<void>;
}

export interface FrontOptions {
	/** Milliseconds that each request waits before it reaches the sandbox. */
	delay?: number;
	/** What each request waits for before it reaches the sandbox. */
	until?: (() => Promise<void>) | undefined;
	/** So many requests, the first ones, wait for one another: a busy machine could let each end before the next begins. */
	together?: number;
	/** Told of each request's body before the sandbox is. */
	arrives?: (body: string) => void;
}

/** Gives a function that starts a server in front of the sandbox, which is closed after the test. */
export function fronts(sandbox: () => Sandbox): (options?: FrontOptions) => Promise<Front> {
	const later = afterwards();
	return async (options) => {
		const front = await startFront(sandbox, options);
		later(front.close);
		return front;
	};
}

/** Hands every request on to the sandbox, and counts how many are on their way at once. */
async function startFront(
	sandbox: () => Sandbox,
	{ delay = 30, until, arrives, together = 1 }: FrontOptions = {},
): Promise<Front> {
	let under = 0;
	let most = 0;
	let meet: () => void = () => undefined;
	const met = new Promise<void>((resolve) => (meet = resolve));
	const server = createServer((request, response) => {
		most = Math.max(most, ++under);
		if (most >= together) meet();
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			void (async () => {
				const body = Buffer.concat(chunks);
				arrives?.(body.toString());
				await met;
				await wait(delay);
				await until?.();
				const headers = { 'content-type': request.headers['content-type'] };
				const url = `${sandbox().url}${request.url}`;
				const { status, data } = await http.post<string>(url, body, { headers });
				under--;
				response.writeHead(status, { 'content-type': 'application/json' }).end(data);
			})();
		});
	});
	return { ...(await served(server)), most: () => most };
}

type CleanUp = () => unknown;

/** Gives a function that takes what is to be done after the test, in order. */
export function afterwards(): (cleanUp: CleanUp) => void {
	const cleanUps: CleanUp[] = [];
	afterEach(async () => {
		for (const cleanUp of cleanUps.splice(0)) await cleanUp();
	});
	return (cleanUp) => void cleanUps.push(cleanUp);
}

/** Gives a function that stops an execution, handed to `started`, once so many requests have arrived. */
export function stops(
	sandbox: () => Sandbox,
): (requests: number) => (execution: { cancel(): void }) => void {
	const later = afterwards();
	return (requests) => (execution) => {
		const watch = setInterval(() => {
			if (sandbox().requests().length < requests) return;
			clearInterval(watch);
			execution.cancel();
		}, 5);
		later(() => clearInterval(watch));
	};
}

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
