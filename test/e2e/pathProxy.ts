import { createServer, request } from 'node:http';
import { served } from '../served.ts';

/** A reverse proxy on loopback that serves an n8n below a path prefix, which it takes away. */
export interface PathProxy {
	/** Its address with the prefix; ends with a slash. */
	url: string;
	/** Where n8n is. */
	leadTo(target: string): void;
	close(): Promise<void>;
}

/** Opens a proxy, which answers 502 until it is told where n8n is. The caller's `Host` is passed on, as n8n wants it. */
export async function openPathProxy(prefix: string): Promise<PathProxy> {
	let to = '';
	const server = createServer((incoming, outgoing) => {
		const { method = '', url = '', headers } = incoming;
		if (!url.startsWith(prefix)) {
			outgoing.writeHead(404).end('outside the prefix');
			return;
		}
		const path = `/${url.slice(prefix.length)}`;
		const onward = request(to + path, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => {
			if (!outgoing.headersSent) outgoing.writeHead(502).end();
		});
		incoming.pipe(onward);
	});
	const { url, close } = await served(server);
	return {
		url: url + prefix,
		leadTo: (target) => {
			to = target;
		},
		close,
	};
}
