import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from './endpoints/index.ts';
import { InvalidSetting } from './faults/validate.ts';
import type { Sandbox } from './index.ts';
import { maskFields } from './request/secrets.ts';

const ROUTES = [
	'GET /_sandbox',
	'GET /_sandbox/requests?limit=&offset=',
	'GET /_sandbox/messages?limit=&offset=',
	'POST /_sandbox/reset',
	'GET|PUT /_sandbox/faults',
	'GET|PUT /_sandbox/account',
];

function count(query: Record<string, unknown>, name: string, fallback: number): number {
	const value = query[name] ?? String(fallback);
	if (typeof value !== 'string' || !/^[0-9]{1,16}$/.test(value))
		throw new InvalidSetting(`${name} must be a whole number`);
	return Number(value);
}

/** The asked-for part of a list; the length of the whole is in the header `x-total-count`. */
function page<T>(request: FastifyRequest, reply: FastifyReply, all: T[]): T[] {
	const query = request.query as Record<string, unknown>;
	const unknown = Object.keys(query).find((name) => name !== 'limit' && name !== 'offset');
	if (unknown !== undefined) throw new InvalidSetting(`query "${unknown}" is not known`);
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
export function addControl(app: FastifyInstance, sandbox: Sandbox, credit: () => number): void {
	const account = () => ({ username: sandbox.username, credit: credit() });
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
	app.all('/_sandbox/*', (_request, reply) =>
		reply.code(404).send({ error: `no such path or method; there are ${ROUTES.join(', ')}` }),
	);
}
