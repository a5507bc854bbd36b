import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from './account.ts';
import { endpoints } from './endpoints.ts';
import { maskFields } from './request/secrets.ts';
import type { Sandbox } from './types.ts';
import { InvalidSetting, checked, partOf, type Check } from './settings.ts';

const ROUTES = [
	'GET /_sandbox',
	'GET /_sandbox/requests?limit=&offset=',
	'GET /_sandbox/messages?limit=&offset=',
	'POST /_sandbox/reset',
	'GET|PUT /_sandbox/faults',
	'GET|PUT /_sandbox/account',
	'GET|PUT /_sandbox/delivery',
	'GET /_sandbox/inbox?search=',
	'GET /_sandbox/inbox/events?search=',
	'GET /_sandbox/inbox/requests/ID',
	'POST /_sandbox/inbox/clear',
];

const count: Check = ['must be a whole number', (value) => /^[0-9]{1,16}$/.test(String(value))];
const PAGE = partOf({ limit: count, offset: count });

/** The asked-for part of a list; the length of the whole is in the header `x-total-count`. */
function page<T>({ query }: FastifyRequest, reply: FastifyReply, all: T[]): T[] {
	const { limit = all.length, offset = 0 } = checked({ ...Object(query) }, PAGE, 'query');
	void reply.header('x-total-count', all.length);
	return all.slice(Number(offset), Number(offset) + Number(limit));
}

/** Adds the sandbox's own JSON API, which is the in-process API over HTTP. Wrong input throws InvalidSetting. */
export function addControl(app: FastifyInstance, sandbox: Sandbox, held: () => Account): void {
	const account = () => {
		const { username, credit, additionalFields } = held();
		return { username, credit, additionalFields };
	};
	// A fault's body is free text, and the password must not come out of this API in any way.
	const faults = () => maskFields(sandbox.faults(), sandbox.password);
	/** What is read with GET, and set with PUT. */
	const setting = <T>(path: string, shown: () => unknown, set: (given: T) => void) => {
		app.get(path, shown);
		app.put(path, ({ body }) => {
			let given: unknown;
			try {
				given = JSON.parse(String(body));
			} catch {
				throw new InvalidSetting('the body is not valid JSON');
			}
			// Looked at by the setter, which takes nothing that is wrong.
			set(given as T);
			return shown();
		});
	};
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
	setting('/_sandbox/faults', faults, sandbox.setFaults);
	setting('/_sandbox/account', account, sandbox.setAccount);
	setting('/_sandbox/delivery', sandbox.delivery, sandbox.setDelivery);
	app.all('/_sandbox/*', (_request, reply) =>
		reply.code(404).send({ error: `no such path or method; there are ${ROUTES.join(', ')}` }),
	);
}
