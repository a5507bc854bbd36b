import type { Refused } from './refused.ts';
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
