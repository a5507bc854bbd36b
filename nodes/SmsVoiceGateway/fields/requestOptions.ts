import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { InputProblem, quote, readWholeNumber, within } from '../values/inputProblem';

/**
 * 'Request Options' as n8n gives them to declarative nodes, but for what its linter wants in three texts, and for
 * 'Batching', which 'Speed' is: to a node that has a webhook, as Send and Wait needs it, n8n gives none (n8n-core 2.41,
 * DirectoryLoader.applyDeclarativeNodeOptionParameters).
 */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://myproxy:3128',
			description:
				'HTTP proxy to use. If authentication is required it can be defined as follow: http://username:password@myproxy:3128.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10000,
			description:
				'Time in ms to wait for the server to send response headers (and start the response body) before aborting the request',
		},
	],
};

/** n8n's own default for a request: milliseconds. */
export const LONGEST_REQUEST = 300_000;

/** The longest time that a timer of Node.js takes: milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What Request Options add to a request, as n8n's routing does it (n8n-core 2.40, RoutingNode). Throws InputProblem. */
export function readRequestOptions(given: unknown): Partial<IHttpRequestOptions> {
	const { proxy, timeout, allowUnauthorizedCerts } = given as Record<string, unknown>;
	if (proxy && allowUnauthorizedCerts) {
		// Whoever may use a shared credential could read its password at a proxy of his own.
		throw new InputProblem(
			"has 'Proxy' and 'Ignore SSL Issues' together, with which the proxy could read the password",
			"Turn 'Ignore SSL Issues' off; for a certificate of your own, set NODE_EXTRA_CA_CERTS of your n8n.",
		);
	}
	return {
		timeout: timeout ? within("has a 'Timeout' that", () => readTimeout(timeout)) : LONGEST_REQUEST,
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy ? { proxy: within("has a 'Proxy' that", () => readProxy(String(proxy))) } : {}),
	};
}

const readTimeout = (value: unknown): number =>
	readWholeNumber(value, 1, LONGEST_TIMER, 'Give milliseconds.');

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function readProxy(text: string): NonNullable<IHttpRequestOptions['proxy']> {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const usual = url && PORTS[url.protocol];
	// n8n takes no other proxies: it would note the address with its password and send without one.
	if (url === undefined || usual === undefined)
		throw noProxy(text, 'Write it with its port, for example http://proxy.example.com:3128.');
	const { hostname: host, port, protocol } = url;
	const proxy = { host, port: Number(port || usual), protocol: protocol.slice(0, -1) };
	if (url.username === '') return proxy;
	try {
		const username = decodeURIComponent(url.username);
		return { ...proxy, auth: { username, password: decodeURIComponent(url.password) } };
	} catch {
		throw noProxy(text, 'Write a % in its user name or password as %25.');
	}
}

/** What stands before an @ may be a login. */
const noProxy = (text: string, advice: string) =>
	new InputProblem(
		`holds ${text.includes('@') ? 'an address' : quote(text)}, which is not that of an HTTP proxy`,
		advice,
	);
