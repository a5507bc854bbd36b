import {
	type DeclarativeRestApiSettings,
	getCredentialAllowedDomains,
	type ICredentialDataDecryptedObject,
	type INode,
} from 'n8n-workflow';

import {
	emptyProblem,
	InputProblem,
	isBlank,
	messageOf,
	orProblem,
	quote,
} from '../values/inputProblem';

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

/** The credential's fields as the user sees them. */
export const HOST_FIELD: Record<Endpoint['host'], string> = {
	sms: 'SMS Base URL',
	call: 'Call Base URL',
};

/** Both base URLs of the credential, each without trailing slash, or what is wrong with it. */
export function readHosts(
	credentials: ICredentialDataDecryptedObject,
): Record<Endpoint['host'], string | InputProblem> {
	const plainHttp = credentials.allowPlainHttp === true;
	return {
		sms: orProblem(() => readBaseUrl(credentials.smsBaseUrl, plainHttp, 'sms')),
		call: orProblem(() => readBaseUrl(credentials.callBaseUrl, plainHttp, 'call')),
	};
}

/** Where requests go, without the login. */
export interface Target {
	baseURL: string;
	path: string;
	/** As an error names it. */
	host: string;
	/** The credential's field that gives it, as the user sees it. */
	field: string;
	/** The credential's list of domains, which n8n's helper checks once more. */
	allowedDomains: string | undefined;
}

/**
 * An endpoint's target by the credential. What is wrong with the credential is an InputProblem with a
 * whole sentence.
 */
export function targetOf(
	node: INode,
	{ host, path }: Endpoint,
	credentials: ICredentialDataDecryptedObject,
): Target | InputProblem {
	const base = readHosts(credentials)[host];
	if (base instanceof InputProblem) {
		return new InputProblem(`'${HOST_FIELD[host]}' of the credential ${base.message}`, base.advice);
	}
	try {
		const allowedDomains = getCredentialAllowedDomains({
			node,
			credentialData: credentials,
			credentialOwnedSurface: true,
			nodeEndpointUrl: base,
		});
		return {
			baseURL: base,
			path,
			field: HOST_FIELD[host],
			host: new URL(`${base}${path}`).host,
			allowedDomains,
		};
	} catch (error) {
		return new InputProblem(messageOf(error), "Check 'Allowed Domains' of the node's credential.");
	}
}

const EXAMPLE = 'Enter it in full, for example https://api.example.com.';

/** Names and addresses that never leave this machine (RFC 6761, RFC 1122, RFC 4291), as URL writes them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What a server listens on that any address of the machine reaches: no other machine does by that name. */
const ANY = /^(?:0\.0\.0\.0|\[::\])$/;

/** Whether nothing but this machine itself reaches a valid web address. */
export function isLoopback(address: string): boolean {
	const { hostname } = new URL(address);
	return LOOPBACK.test(hostname) || ANY.test(hostname);
}

/** Anything with an @ may hold a password and is never shown. */
function holding(text: string): string {
	return text.includes('@') ? '' : `holds ${quote(text)}, which `;
}

function parse(text: string): URL {
	try {
		// URL would drop line breaks and some invisible characters without a word.
		if (!/[\s\p{C}]/u.test(text)) return new URL(text);
	} catch {
		// falls through
	}
	throw new InputProblem(`${holding(text)}is not a web address`, EXAMPLE);
}

/**
 * The paths of the endpoints, and their beginnings, which a provider's manual shows behind the address. Those of the SMS host
 * have no `/v1`: there it is the provider's own.
 */
const OWN_PATH: Record<Endpoint['host'], RegExp> = {
	sms: /\/webservice(?:\/v2rest(?:\/\w*)?)?$/i,
	call: /\/(?:webservice(?:\/v2rest(?:\/\w*)?)?|v1(?:\/(?:call|report)(?:\/[\w-]*)?)?)$/i,
};

/** All of them are found from the first on, or each would be looked at again from every one. */
const SLASHES_AT_END = /(?<!\/)\/+$/;

/**
 * The address of a host of the service, without trailing slashes and the paths of its endpoints; any other path stays. Plain
 * http only with `allowPlainHttp` or to this machine. Throws InputProblem; its texts never hold a password.
 */
export function readBaseUrl(
	value: unknown,
	allowPlainHttp: boolean,
	host: Endpoint['host'],
): string {
	if (isBlank(value)) throw emptyProblem(EXAMPLE);
	if (typeof value !== 'string') throw new InputProblem('is not a web address', EXAMPLE);
	const text = value.trim();
	const url = parse(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new InputProblem(`${holding(text)}does not start with https://`, EXAMPLE);
	}
	if (url.username !== '' || url.password !== '') {
		throw new InputProblem(
			'carries a user name or password',
			'Take out everything up to the @; user name and password have fields of their own.',
		);
	}
	if (url.search !== '' || url.hash !== '') {
		throw new InputProblem(
			url.search !== '' ? 'carries a query' : 'carries a fragment',
			`Take out the part from the "${url.search !== '' ? '?' : '#'}" on.`,
		);
	}
	if (url.protocol === 'http:' && !allowPlainHttp && !LOOPBACK.test(url.hostname)) {
		throw new InputProblem(
			`${holding(text)}would send the password unencrypted`,
			'Use an address that starts with https://, or turn on "Allow Plain HTTP" if the network is your own.',
		);
	}
	if (/^https?$/.test(url.hostname)) {
		throw new InputProblem(`${holding(text)}begins with https:// twice`, EXAMPLE);
	}
	const path = url.pathname.replace(SLASHES_AT_END, '').replace(OWN_PATH[host], '');
	return `${url.origin}${path.replace(SLASHES_AT_END, '')}`;
}
