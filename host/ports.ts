import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of the loopback interface that nobody uses now. It lies below those that the system itself gives away: of them,
 * one that is free now may be any connection's before the server that it is for has started.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(12_000, 32_000);
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const free = await new Promise<boolean>((resolve) =>
		server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
	);
	if (free) await new Promise((closed) => server.close(closed));
	return free;
}
