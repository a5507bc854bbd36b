import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import { hostOf, refusal } from './answer.ts';
import { InvalidSetting } from './faults/validate.ts';
import { readBody, unreadable } from './request/body.ts';
import { send } from './send.ts';
import { serve } from './service.ts';
import type { State } from './state.ts';

/** 64 MiB: a bulk of 100,000 long messages fits. */
const BODY_LIMIT = 64 * 1024 * 1024;

const isControl = (url: string): boolean => /^\/_sandbox(?:[/?]|$)/.test(url);

/** A server that hands every path but `/_sandbox` to the service; `changed` is called where a request has changed the state. Not listening yet. */
export function createServer(state: () => State, changed: () => void): FastifyInstance {
	const closing = new AbortController();
	const read = async (request: FastifyRequest, reply: FastifyReply) => {
		const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
		return serve(
			request,
			reply,
			await readBody(request.headers['content-type'] ?? '', raw),
			state(),
			closing.signal,
			changed,
		);
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

	// Bodies stay as they came: the record shows them byte for byte, and a broken one is recorded as well.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	app.all('/*', read);
	app.setNotFoundHandler(read);
	app.setErrorHandler((error: FastifyError, request, reply) => {
		if (closing.signal.aborted)
			return send(reply, { status: 0, body: '', contentType: '', ending: 'dropped' });
		const status = error instanceof InvalidSetting ? 400 : (error.statusCode ?? 500);
		if (isControl(request.url)) return reply.code(status).send({ error: error.message });
		// Fastify turned it away before it came to us: an unreadable content type, a body above the limit.
		if (status < 500) return unread(error, request, reply);
		return send(
			reply,
			refusal(hostOf(request.url), { status, code: status, message: error.message }),
		);
	});
	return app;
}
