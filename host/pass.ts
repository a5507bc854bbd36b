import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { freePort } from './ports.ts';
import type { Server } from './server.ts';

export interface Pass {
	/** Opened in a browser, it leads to the page in n8n, without a login by hand. */
	url: string;
	close(): Promise<void>;
}

/**
 * Opens a page on loopback that logs in whoever knows its address, and leads on to a page of n8n. A cookie belongs to a
 * host, whatever the port, so this one is n8n's as well.
 */
export async function openPass(n8n: Server, path: string): Promise<Pass> {
	const secret = `/${randomBytes(16).toString('hex')}`;
	const server = createServer((request, response) => {
		if (request.url !== secret) {
			response.writeHead(404).end();
			return;
		}
		response
			.writeHead(302, {
				'set-cookie': `${n8n.cookie}; Path=/; HttpOnly; SameSite=Lax`,
				'cache-control': 'no-store',
				'referrer-policy': 'no-referrer',
				location: n8n.url + path,
			})
			.end();
	});
	const port = await freePort();
	await new Promise<void>((listening, failed) =>
		server.once('error', failed).listen(port, '127.0.0.1', listening),
	);
	return {
		url: `http://127.0.0.1:${port}${secret}`,
		close: () =>
			new Promise((closed) => {
				server.close(() => closed());
				server.closeAllConnections();
			}),
	};
}
