import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { InputProblem, quote } from '../lib/inputProblem';

/** Request Options, which n8n adds to every declarative node, as they are stored. */
export interface RequestOptions {
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	proxy?: string;
	timeout?: number;
	allowUnauthorizedCerts?: boolean;
}

/** n8n's own default for a request: milliseconds. */
const LONGEST_REQUEST = 300_000;

/** What Request Options add to a request, as n8n's routing does it (n8n-core 2.40, RoutingNode). Throws InputProblem. */
export function readRequestOptions({
	proxy,
	timeout,
	allowUnauthorizedCerts,
}: RequestOptions): Pick<
	IHttpRequestOptions,
	'proxy' | 'timeout' | 'skipSslCertificateValidation'
> {
	return {
		timeout: timeout || LONGEST_REQUEST,
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy ? { proxy: readProxy(proxy) } : {}),
	};
}

function readProxy(text: string): NonNullable<IHttpRequestOptions['proxy']> {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const port = Number(url?.port || PORTS[url?.protocol ?? '']);
	if (url === undefined || url.hostname === '' || !(port > 0)) {
		throw new InputProblem(
			`holds ${quote(text.replace(/\/\/[^/@]*@/, '//'))}, which is not the address of a proxy`,
			'Write it with its port, for example http://proxy.example.com:3128.',
		);
	}
	const auth: IDataObject =
		url.username === ''
			? {}
			: {
					auth: {
						username: decodeURIComponent(url.username),
						password: decodeURIComponent(url.password),
					},
				};
	return { host: url.hostname, port, protocol: url.protocol.replace(/:$/, ''), ...auth };
}

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
