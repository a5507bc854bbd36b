import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import getPort from 'get-port';

/**
 * A port that nobody uses now, and that nobody else is given while this process lives: the server that it is for may take
 * seconds to start. It lies below those that the system itself gives away, if there is room.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = await getPort({ port: randomInt(12_000, 32_000) });
		if (await reserve(port)) return port;
	}
}

/** Tells other processes, which get-port does not: holds the same port of UDP, which none of the servers uses. */
function reserve(port: number): Promise<boolean> {
	const socket = createSocket('udp4').unref();
	return new Promise((resolve) =>
		socket
			.once('error', () => socket.close(() => resolve(false)))
			.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true)),
	);
}
