import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@jest/globals';

import { nodeBinary } from '../../../host/node.ts';
import { freePort } from '../../../host/ports.ts';

test('no port is given twice, however long its server takes to start', async () => {
	const ports = new Set<number>();
	// One after the other: at once each would hold the port that it looks at.
	for (let count = 0; count < 500; count++) ports.add(await freePort());
	expect(ports.size).toBe(500);
});

test('a port that another process was given is not given while that one lives', async () => {
	const script = `import { freePort } from ${JSON.stringify(pathToFileURL(resolve('host/ports.ts')).href)};
		console.log(await freePort());
		process.stdin.resume();`;
	const other = spawn(nodeBinary(), ['--input-type=module', '--eval', script]);
	const [said] = (await once(other.stdout, 'data')) as [Buffer];
	// As the same one would be drawn here.
	const socket = createSocket('udp4').bind({ port: Number(said), address: '127.0.0.1' });
	const [refused] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
	expect(refused.code).toBe('EADDRINUSE');
	other.stdin.end();
	await once(other, 'close');
});

test('a server can listen on it', async () => {
	const port = await freePort();
	const server = createServer();
	await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
	expect((server.address() as AddressInfo).port).toBe(port);
	await new Promise((closed) => server.close(closed));
});
