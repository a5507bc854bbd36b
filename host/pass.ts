import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from './ports.ts';
import type { Server } from './server.ts';

/**
 * Opens a page on loopback that logs in whoever knows its address, and leads on to a page of n8n: `url`, to be opened in a
 * browser. A cookie belongs to a host, whatever the port, so this one is n8n's as well.
 */
export async function openPass(n8n: Server, path: string) {
	const secret = `/${randomBytes(16).toString('hex')}`;
	const headers = {
		'set-cookie': `${n8n.cookie}; Path=/; HttpOnly; SameSite=Lax`,
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		location: n8n.url + path,
	};
	const server = createServer(({ url }, response) =>
		(url === secret ? response.writeHead(302, headers) : response.writeHead(404)).end(),
	);
	const port = await freePort();
	await once(server.listen(port, '127.0.0.1').unref(), 'listening');
	return {
		url: `http://127.0.0.1:${port}${secret}`,
		close: async () => server.close() && server.closeAllConnections(),
	};
}
