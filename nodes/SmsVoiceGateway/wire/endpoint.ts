import type { DeclarativeRestApiSettings } from 'n8n-workflow';

/** Where an operation's request goes: always a POST. */
export interface Endpoint {
	/** Of the service's two: text messages, or calls with reports. */
	host: 'sms' | 'call';
	path: string;
}

/** What every request has. No Content-Type: it goes by the body, which is JSON or a form. */
export const REQUEST_DEFAULTS = { headers: { Accept: 'application/json' } };

/** The routing's `request` for an endpoint. The engine reads and cleans the base URL itself. */
export function requestTo({ host, path }: Endpoint): DeclarativeRestApiSettings.HttpRequestOptions {
	return {
		method: 'POST',
		baseURL: host === 'sms' ? '={{ $credentials.smsBaseUrl }}' : '={{ $credentials.callBaseUrl }}',
		url: path,
	};
}

/** Where the credit is asked for: of a run, before one that has a limit, and by the credential's test. */
export const CREDIT: Endpoint = { host: 'call', path: '/v1/report/credit' };
