import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DROPPED, refusal, Refused } from './answer.ts';
import { hostOf } from './paths.ts';
import { readBody, unreadable } from './request/body.ts';
import { send, serve } from './service.ts';
import { InvalidSetting } from './settings.ts';
import type { State } from './state.ts';

/** 64 MiB: a bulk of 100,000 long messages fits. */
const BODY_LIMIT = 64 * 1024 * 1024;

const isControl = (url: string): boolean => /^\/_sandbox(?:[/?]|$)/.test(url);

/** A server that hands every path but `/_sandbox` to the service; `changed` is called where a request has changed the state. Not listening yet. */
export function createServer(state: () => State, changed: () => void): FastifyInstance {
	const closing = new AbortController();
	const read = async (request: FastifyRequest, reply: FastifyReply) => {
		const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
		const received = await readBody(request.headers['content-type'] ?? '', raw);
		return serve(request, reply, received, state(), closing.signal, changed);
	};
	const unread = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
		serve(request, reply, unreadable(error.message), state(), closing.signal, changed);

	const app = fastify({
		bodyLimit: BODY_LIMIT,
		forceCloseConnections: true,
		frameworkErrors: unread,
	});
	app.addHook('preClose', (done) => {
		closing.abort();
		done();
	});

	// A page from elsewhere must not change anything here: browsers say where a request comes from.
	app.addHook('onRequest', (request, reply, done) => {
		const from = request.headers['sec-fetch-site'] ?? 'none';
		if (from === 'none' || from === 'same-origin' || request.method === 'GET') done();
		else if (isControl(request.url)) void reply.code(403).send({ error: 'not from another site' });
		else done();
	});

	// Bodies stay as they came: a broken one is a request, too.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	app.all('/*', read);
	app.setNotFoundHandler(read);
	app.setErrorHandler((error: FastifyError, request, reply) => {
		if (closing.signal.aborted) return send(reply, DROPPED);
		const status = error instanceof InvalidSetting ? 400 : (error.statusCode ?? 500);
		if (isControl(request.url)) return reply.code(status).send({ error: error.message });
		// Fastify turned it away before it came to us: an unreadable content type, a body above the limit.
		if (status < 500) return unread(error, request, reply);
		return send(reply, refusal(hostOf(request.url), new Refused(status, error.message, status)));
	});
	return app;
}
