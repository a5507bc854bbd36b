import type { Host } from './types.ts';

/** What goes back over the wire. `ending` says where the answer never arrives whole. */
export interface Answer {
	status: number;
	body: string;
	contentType: string;
	headers?: Record<string, string>;
	ending?: 'dropped' | 'truncated';
}

export const DROPPED: Answer = { status: 0, body: '', contentType: '', ending: 'dropped' };

/** A JSON answer from finished JSON text: message ids have more digits than `JSON.stringify` would keep. */
export const json = (status: number, body: string): Answer => ({
	status,
	body,
	contentType: 'application/json; charset=utf-8',
});

/** A refusal in the envelope of its host. The call host shows no code. */
export function refusal(host: Host, { status, code, message }: Refused): Answer {
	const envelope =
		host === 'sms'
			? { meta: { status: code, message }, data: null }
			: { success: false, error: message };
	return json(status, JSON.stringify(envelope));
}

/**
 * The codes that services of this kind have been seen to refuse with, in `meta.status` of the SMS host: the HTTP status
 * they came with, and what they mean. A refused login comes with 401 and 1008, as a refused field does with 400.
 */
export const REFUSALS: Record<number, [http: number, message: string]> = {
	1001: [400, 'destination or template is inactive'],
	1002: [400, 'sender number is inactive or not yours'],
	1003: [400, 'a message id is wrong'],
	1004: [500, 'fault inside the service'],
	1005: [402, 'credit of the reseller is used up'],
	1006: [402, 'credit is not enough'],
	1008: [400, 'a field was refused'],
	1009: [412, 'daily cap of the web service'],
	1010: [406, 'destination refused'],
	1012: [401, 'username or password is wrong'],
	1013: [403, 'not within the allowed hours'],
	1014: [400, 'this sender may not send links'],
	1015: [401, 'the password of the web service has expired'],
	404: [404, 'no such path'],
	405: [405, 'only POST is taken'],
	429: [429, 'too many requests'],
};

/** The service says no: `code` is what `meta.status` holds on the SMS host, `status` the HTTP status. */
export class Refused extends Error {
	readonly code: number;
	readonly status: number;

	constructor(code: number, message = REFUSALS[code]?.[1], status = REFUSALS[code]?.[0] ?? 200) {
		super(message);
		this.code = code;
		this.status = status;
	}
}

export const fieldRefused = (message: string): Refused => new Refused(1008, message);

export const loginRefused = (): Refused => new Refused(1008, REFUSALS[1012]?.[1], 401);
