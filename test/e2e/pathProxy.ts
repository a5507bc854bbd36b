import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy on loopback that serves an n8n below a path prefix. */
export interface PathProxy {
	/** Its address with the prefix; ends with a slash. */
	url: string;
	/** Where n8n is, and whether the prefix is taken away before. */
	leadTo(target: string, strips: boolean): void;
	close(): Promise<void>;
}

/** Opens a proxy, which answers 502 until it is told where n8n is. The caller's `Host` is passed on, as n8n wants it. */
export async function openPathProxy(prefix: string): Promise<PathProxy> {
	let to = '';
	let isStripped = true;
	const server = createServer((incoming, outgoing) => {
		const { method = '', url = '', headers } = incoming;
		if (!url.startsWith(prefix)) {
			outgoing.writeHead(404).end('outside the prefix');
			return;
		}
		const path = isStripped ? `/${url.slice(prefix.length)}` : url;
		const onward = request(to + path, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => {
			if (!outgoing.headersSent) outgoing.writeHead(502).end();
		});
		incoming.pipe(onward);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}${prefix}`,
		leadTo(target, strips) {
			to = target;
			isStripped = strips;
		},
		close: () =>
			new Promise((closed) => {
				server.close(() => closed());
				server.closeAllConnections();
			}),
	};
}
