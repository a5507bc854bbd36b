import type { Host } from './types.ts';

/** The six operations of the interface, below both base addresses. */
export const PATHS = {
	bulk: '/webservice/v2rest/p2psendsms',
	text: '/webservice/v2rest/sendsms',
	status: '/webservice/v2rest/msgstatus',
	voiceFile: '/v1/call/voice-file',
	code: '/v1/call/otp',
	credit: '/v1/report/credit',
} as const;

/** Which host a path belongs to, and so which envelope its answers have. */
export const hostOf = (path: string): Host => (/^\/webservice(?:\/|$)/.test(path) ? 'sms' : 'call');
