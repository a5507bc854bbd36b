import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { http } from '../../../host/http.ts';
import type { Sandbox } from '../../../sandbox/index.ts';
import { afterwards } from './afterwards.ts';

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
	until?: () => Promise<void>;
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
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		most: () => most,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
