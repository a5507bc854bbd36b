import type { FastifyInstance } from 'fastify';
import type { Inbox } from './inbox.ts';

/** Proxies and browsers end a connection on which nothing comes for long. */
const HEARTBEAT_MS = 15_000;

/**
 * Adds `GET /events`: the summary as server-sent events, one now and one after each change, with the state's name as id.
 * Who comes back with the id it saw last gets the first one only if something has changed since.
 */
export function addEvents(app: FastifyInstance, inbox: Inbox): void {
	app.get('/events', (request, reply) => {
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, {
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
			'x-accel-buffering': 'no',
		});
		raw.write('retry: 1000\n\n');
		let seen = request.headers['last-event-id'];
		const tell = (): void => {
			const { id } = inbox.feed;
			// What is told may have been gathered before this page came.
			if (seen === id) return;
			seen = id;
			raw.write(`id: ${id}\nevent: change\ndata: ${JSON.stringify(inbox.summary())}\n\n`);
		};
		tell();
		const unwatch = inbox.feed.watch(tell);
		const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS).unref();
		const end = (): void => {
			unwatch();
			clearInterval(heartbeat);
			raw.end();
		};
		// Also when the sandbox closes: it cuts every connection.
		raw.on('close', end);
		raw.on('error', end);
	});
}
