import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { count, onlyParameters } from './api/query.ts';
import { INBOX_ROUTES } from './api/routes.ts';
import { endpoints } from './endpoints/index.ts';
import { InvalidSetting } from './faults/validate.ts';
import type { Sandbox } from './index.ts';
import { maskFields } from './request/secrets.ts';
import type { Account } from './types.ts';

const ROUTES = [
	'GET /_sandbox',
	'GET /_sandbox/requests?limit=&offset=',
	'GET /_sandbox/messages?limit=&offset=',
	'POST /_sandbox/reset',
	'GET|PUT /_sandbox/faults',
	'GET|PUT /_sandbox/account',
	'GET|PUT /_sandbox/delivery',
	...INBOX_ROUTES,
];

/** The asked-for part of a list; the length of the whole is in the header `x-total-count`. */
function page<T>(request: FastifyRequest, reply: FastifyReply, all: T[]): T[] {
	const query = onlyParameters(request.query, ['limit', 'offset']);
	const offset = count(query, 'offset', 0);
	void reply.header('x-total-count', all.length);
	return all.slice(offset, offset + count(query, 'limit', all.length));
}

function bodyOf({ body }: FastifyRequest): unknown {
	try {
		return JSON.parse(String(body)) as unknown;
	} catch {
		throw new InvalidSetting('the body is not valid JSON');
	}
}

/** Adds the sandbox's own JSON API, which is the in-process API over HTTP. Wrong input throws InvalidSetting. */
export function addControl(app: FastifyInstance, sandbox: Sandbox, held: () => Account): void {
	const account = () => {
		const { username, credit, additionalFields, refusedPrefixes } = held();
		return { username, credit, additionalFields, refusedPrefixes };
	};
	// A fault's body is free text, and the password must not come out of this API in any way.
	const faults = () => maskFields(sandbox.faults(), sandbox.password);
	app.get('/_sandbox', () => ({
		url: sandbox.url,
		smsBaseUrl: sandbox.url,
		callBaseUrl: sandbox.url,
		account: account(),
		requests: sandbox.requests().length,
		messages: sandbox.messages().length,
		faults: sandbox.faults().length,
		endpoints: endpoints.map(({ path, encodings }) => `POST ${path} (${encodings.join(', ')})`),
		control: ROUTES,
	}));
	app.get('/_sandbox/requests', (request, reply) => page(request, reply, sandbox.requests()));
	app.get('/_sandbox/messages', (request, reply) => page(request, reply, sandbox.messages()));
	app.post('/_sandbox/reset', () => {
		sandbox.reset();
		return { reset: true };
	});
	app.get('/_sandbox/faults', faults);
	app.put('/_sandbox/faults', (request) => {
		sandbox.setFaults(bodyOf(request) as Parameters<Sandbox['setFaults']>[0]);
		return faults();
	});
	app.get('/_sandbox/account', account);
	app.put('/_sandbox/account', (request) => {
		sandbox.setAccount(bodyOf(request) as Parameters<Sandbox['setAccount']>[0]);
		return account();
	});
	app.get('/_sandbox/delivery', () => sandbox.delivery());
	app.put('/_sandbox/delivery', (request) => {
		sandbox.setDelivery(bodyOf(request) as Parameters<Sandbox['setDelivery']>[0]);
		return sandbox.delivery();
	});
	app.all('/_sandbox/*', (_request, reply) =>
		reply.code(404).send({ error: `no such path or method; there are ${ROUTES.join(', ')}` }),
	);
}
