import { createServer } from 'node:net';

/** A port of the loopback interface that nobody uses now. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((listening, failed) =>
		server.once('error', failed).listen(0, '127.0.0.1', listening),
	);
	const address = server.address();
	await new Promise((closed) => server.close(closed));
	if (address === null || typeof address === 'string') throw new Error('no free port');
	return address.port;
}
