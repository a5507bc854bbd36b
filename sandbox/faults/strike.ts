import type { Answer } from '../answer.ts';
import { refusal } from '../answer.ts';
import { loginRefused } from '../refused.ts';
import type { Host } from '../types.ts';
import type { Misbehaviour } from './choose.ts';
import { inFamily } from './family.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

const HTML_PAGE =
	'<!DOCTYPE html>\n<html><head><title>Access denied</title></head><body><h1>Access denied</h1></body></html>\n';

const retry = (seconds: number | undefined): Pick<Answer, 'headers'> =>
	seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } };

/** The answer as the fault spoils it. `carryOut` does what was asked and gives the honest answer. */
export function strike(fault: Misbehaviour, host: Host, carryOut: () => Answer): Answer {
	if ('accept' in fault && fault.accept === true) carryOut();
	switch (fault.kind) {
		case 'status': {
			const { status, contentType = JSON_TYPE, body, retryAfter } = fault;
			const plain = refusal(host, { status, code: status, message: 'fault' });
			return { ...plain, contentType, body: body ?? plain.body, ...retry(retryAfter) };
		}
		case 'refuse':
			return refusal(host, {
				status: fault.status ?? 200,
				code: fault.code,
				message: fault.message,
			});
		case 'drop':
			if (fault.when === 'after') carryOut();
			return { status: 0, body: '', contentType: '', ending: 'dropped' };
		case 'truncate':
			return { ...carryOut(), ending: 'truncated' };
		case 'html':
			return {
				status: fault.status ?? 200,
				body: HTML_PAGE,
				contentType: 'text/html; charset=utf-8',
			};
		case 'redirect':
			return {
				status: fault.status,
				body: '',
				contentType: 'text/plain',
				headers: { location: fault.location },
			};
		case 'unauthorized':
			return refusal(host, loginRefused());
		case 'tooManyRequests':
			return {
				...refusal(host, { status: 429, code: 429, message: 'too many requests' }),
				...retry(fault.retryAfter),
			};
		case 'family': {
			const { family, refuse } = fault;
			const refused = { status: 402, code: 1006, message: 'credit is not enough' };
			return inFamily(family, refuse === true ? refusal(host, refused) : carryOut());
		}
		case 'raw':
			return { status: 200, body: fault.body, contentType: fault.contentType ?? JSON_TYPE };
	}
}
