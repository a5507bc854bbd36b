import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from '@jest/globals';

import { freePort } from '../../../host/ports.ts';

test('no port is given twice, however long its server takes to start', async () => {
	const ports = new Set<number>();
	// One after the other: at once each would hold the port that it looks at.
	for (let count = 0; count < 500; count++) ports.add(await freePort());
	expect(ports.size).toBe(500);
});

test('a server can listen on it', async () => {
	const port = await freePort();
	const server = createServer();
	await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
	expect((server.address() as AddressInfo).port).toBe(port);
	await new Promise((closed) => server.close(closed));
});
