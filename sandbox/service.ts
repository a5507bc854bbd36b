import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from './answer.ts';
import { hostOf } from './answer.ts';
import { chooseFaults } from './faults/choose.ts';
import { strike } from './faults/strike.ts';
import type { Incoming } from './perform.ts';
import { hasLogin, perform } from './perform.ts';
import type { Received } from './request/body.ts';
import { destinationsOf } from './request/destinations.ts';
import { maskBody, maskFields, maskHeaders, maskLiteral, maskPath } from './request/secrets.ts';
import { send } from './send.ts';
import type { State } from './state.ts';
import type { RecordedRequest } from './types.ts';

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
		fields: maskFields(received.fields ?? {}, password),
		body: maskBody(received.text, received.encoding, password),
		loginCorrect: hasLogin(received, state),
		accepted: false,
	};
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
	const [path = '', query] = request.url.split('?', 2);
	const record = recordOf(request, received, state);
	state.requests.push(record);
	state.underWay.add(record);
	const incoming: Incoming = {
		id: record.id,
		method: request.method,
		path,
		hasQuery: query !== undefined,
		received,
	};
	const carryOut = (): Answer => {
		const { answer, accepted } = perform(incoming, state);
		record.accepted = accepted;
		return answer;
	};

	const { delay, other } = chooseFaults(state, path, destinationsOf(received.fields));
	const struck = [delay, other].flatMap((fault) => fault?.kind ?? []);
	if (struck.length > 0) record.fault = struck.join('+');
	if (delay !== undefined) changed();
	if (delay !== undefined) await wait(delay.ms, undefined, { signal: closing });
	const answer = other === undefined ? carryOut() : strike(other, hostOf(path), carryOut);
	if (answer.ending !== 'dropped') {
		record.status = answer.status;
		record.answer = maskLiteral(answer.body, state.account.password);
	}
	state.underWay.delete(record);
	if (!record.accepted) state.log.push(record);
	changed();
	return send(reply, answer);
}
