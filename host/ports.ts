import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * A port of the loopback interface that nobody uses now, and that nobody else is given while this process lives: the
 * server that it is for may take seconds to start. It lies below those that the system itself gives away.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(12_000, 32_000);
		if ((await reserve(port)) && (await isFree(port))) return port;
	}
}

/** Holds the same port of UDP, which none of the servers uses, until this process ends; false where another does. */
function reserve(port: number): Promise<boolean> {
	const socket = createSocket('udp4').unref();
	return new Promise((resolve) =>
		socket
			.once('error', () => socket.close(() => resolve(false)))
			.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true)),
	);
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const free = await new Promise<boolean>((resolve) =>
		server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
	);
	if (free) await new Promise((closed) => server.close(closed));
	return free;
}
