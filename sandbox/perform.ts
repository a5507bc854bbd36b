import type { Answer } from './answer.ts';
import { hostOf, json, refusal } from './answer.ts';
import { endpoints } from './endpoints/index.ts';
import { Refused, fieldRefused, loginRefused } from './refused.ts';
import type { Received } from './request/body.ts';
import { onlyKnown, text } from './request/fields.ts';
import type { State } from './state.ts';

/** A request as the service sees it. */
export interface Incoming {
	id: string;
	method: string;
	path: string;
	hasQuery: boolean;
	received: Received;
}

/** Whether the body carries the account's login. */
export const hasLogin = ({ fields }: Received, { account }: State): boolean =>
	fields?.['username'] === account.username && fields['password'] === account.password;

function carryOut({ id, method, path, hasQuery, received }: Incoming, state: State): string {
	const endpoint = endpoints.find((candidate) => candidate.path === path);
	if (endpoint === undefined) throw new Refused(404, 404, 'no such path');
	if (method !== 'POST') throw new Refused(405, 405, 'only POST is taken');
	if (hasQuery) throw fieldRefused('the path takes no query');
	const { encoding, fields } = received;
	if (fields === undefined) throw fieldRefused(received.problem ?? 'the body can not be read');
	if (!endpoint.encodings.includes(encoding))
		throw fieldRefused(`this path does not take ${encoding}`);
	text(fields, 'username');
	text(fields, 'password');
	if (!hasLogin(received, state)) throw loginRefused();
	onlyKnown(fields, [
		'username',
		'password',
		...endpoint.fields,
		...state.account.additionalFields,
	]);
	return endpoint.run(fields, state, id);
}

/** Does what a request asks, or refuses it whole; `accepted` tells which. */
export function perform(incoming: Incoming, state: State): { answer: Answer; accepted: boolean } {
	try {
		return { answer: json(200, carryOut(incoming, state)), accepted: true };
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		const answer = refusal(hostOf(incoming.path), error);
		if (error.status === 405) answer.headers = { allow: 'POST' };
		return { answer, accepted: false };
	}
}
