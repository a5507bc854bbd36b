import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate as round } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { StartQueue } from '../../../../nodes/SmsVoiceGateway/engine/rateLimiter.ts';

let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
	server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
	await once(server, 'listening');
});

afterAll(async () => {
	for (const socket of sockets) socket.destroy();
	await new Promise((resolve) => server.close(resolve));
});

/** What happens, in order, where five at a time connect to a server when `pass` lets them. */
async function connecting(pass: () => Promise<void>): Promise<string[]> {
	const { port } = server.address() as AddressInfo;
	const log: string[] = [];
	await Promise.all(
		[1, 2, 3, 4, 5].map(async (who) => {
			await pass();
			log.push(`${who} begins`);
			const socket = connect(port, '127.0.0.1');
			sockets.push(socket);
			await once(socket, 'connect');
			log.push(`${who} is connected`);
		}),
	);
	return log;
}

test('each is connected before the next one begins', async () => {
	const startQueue = new StartQueue();
	const expected = [1, 2, 3, 4, 5].flatMap((who) => [`${who} begins`, `${who} is connected`]);
	expect(await connecting(() => startQueue.pass())).toEqual(expected);
});

test('who comes alone does not wait', async () => {
	const startQueue = new StartQueue();
	for (let time = 0; time < 3; time++) {
		let waited = false;
		for (let rounds = 0; rounds < 10; rounds++) await round();
		setImmediate(() => (waited = true));
		await startQueue.pass();
		expect(waited).toBe(false);
	}
});
