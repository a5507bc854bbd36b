import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { json, refusal, type Answer, Refused, fieldRefused, loginRefused } from './answer.ts';
import { endpoints } from './endpoints.ts';
import { strike } from './faults/faults.ts';
import { kindOf } from './faults/table.ts';
import { hostOf } from './paths.ts';
import type { Received } from './request/body.ts';
import { destinationsOf, onlyKnown, text } from './request/fields.ts';
import { maskBody, maskHeaders, maskLiteral, maskPath } from './request/secrets.ts';
import type { State } from './state.ts';
import type { RecordedRequest } from './types.ts';

/** Whether the body carries the account's login. */
const hasLogin = ({ fields }: Received, { account }: State): boolean =>
	fields?.['username'] === account.username && fields['password'] === account.password;

function recordOf(request: FastifyRequest, received: Received, state: State): RecordedRequest {
	const { password } = state.account;
	return {
		id: `request-${++state.counters.requests}`,
		at: new Date().toISOString(),
		method: request.method,
		path: maskPath(request.url, password),
		contentType: maskLiteral(request.headers['content-type'] ?? '', password),
		headers: maskHeaders(request.headers, password),
		encoding: received.encoding,
		...maskBody(received, password),
		loginCorrect: hasLogin(received, state),
		accepted: false,
	};
}

/** Does what a request asks, and gives the answer; throws Refused, and then has done nothing. */
function carryOut(
	{ method, url }: FastifyRequest,
	received: Received,
	state: State,
	requestId: string,
): string {
	const [path, query] = url.split('?', 2);
	const endpoint = endpoints.find((candidate) => candidate.path === path);
	if (endpoint === undefined) throw new Refused(404);
	if (method !== 'POST') throw new Refused(405);
	if (query !== undefined) throw fieldRefused('the path takes no query');
	const { encoding, fields, problem } = received;
	if (fields === undefined) throw fieldRefused(problem ?? 'the body can not be read');
	if (!endpoint.encodings.includes(encoding))
		throw fieldRefused(`this path does not take ${encoding}`);
	text(fields, 'username');
	text(fields, 'password');
	if (!hasLogin(received, state)) throw loginRefused();
	const { additionalFields } = state.account;
	onlyKnown(fields, ['username', 'password', ...endpoint.fields, ...additionalFields]);
	return endpoint.run(fields, { state, requestId, encoding });
}

/** Sends the answer, or breaks the connection where and how the answer says. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
	const { status, body, contentType, headers = {}, ending } = answer;
	const all = { ...headers, 'content-type': contentType };
	if (ending === undefined) return reply.code(status).headers(all).send(body);
	reply.hijack();
	const { raw } = reply;
	if (ending === 'dropped') raw.destroy();
	else {
		const bytes = Buffer.from(body);
		raw.writeHead(status, { ...all, 'content-length': bytes.length });
		raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.destroy());
	}
	return reply;
}

/**
 * Handles one request to the service paths: records it, lets the faults strike, carries it out, answers.
 * A client that has hung up meanwhile changes nothing: what it asked is still done. `closing` ends delays.
 */
export async function serve(
	request: FastifyRequest,
	reply: FastifyReply,
	received: Received,
	state: State,
	closing: AbortSignal,
	changed: () => void,
): Promise<FastifyReply> {
	const [path = ''] = request.url.split('?', 1);
	const host = hostOf(path);
	const record = recordOf(request, received, state);
	state.requests.set(record.id, record);
	const honest = (): Answer => {
		try {
			const answer = json(200, carryOut(request, received, state, record.id));
			record.accepted = true;
			return answer;
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			const answer = refusal(host, error);
			return error.status === 405 ? { ...answer, headers: { allow: 'POST' } } : answer;
		}
	};

	const { delay, other } = strike(state, path, destinationsOf(received.fields));
	const struck = [delay, other].flatMap((fault) => fault?.kind ?? []);
	if (struck.length > 0) record.fault = struck.join('+');
	if (delay?.kind === 'delay') {
		changed();
		await wait(delay.ms, undefined, { signal: closing });
	}
	const fault = other && kindOf(other);
	const answer = fault
		? fault.answer(other, host, fault.takes(other) ? honest() : undefined)
		: honest();
	if (answer.ending !== 'dropped') {
		record.status = answer.status;
		record.answer = maskLiteral(answer.body, state.account.password);
	}
	if (!record.accepted) state.log.push(record);
	changed();
	return send(reply, answer);
}
