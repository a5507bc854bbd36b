import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { InputProblem } from '../lib/inputProblem';
import { readHosts } from './hosts';

/**
 * The request with `username` and `password` in its body, as a new object, so that no error that
 * carries the given one can carry the password.
 * Throws a UserError, and adds nothing, when the request goes to another host than the credential's own.
 */
export function withLogin(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	assertOwnHost(credentials, request);
	const username = String(credentials.username ?? '');
	const password = String(credentials.password ?? '');
	const { body } = request;
	if (body instanceof FormData) {
		const form = new FormData();
		body.forEach((value, name) => form.append(name, value));
		form.set('username', username);
		form.set('password', password);
		return { ...request, body: form };
	}
	return { ...request, body: { ...(body as IDataObject), username, password } };
}

function assertOwnHost(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): void {
	const target = originOf(request.url, request.baseURL);
	const hosts = readHosts(credentials);
	for (const host of [hosts.sms, hosts.call]) {
		if (!(host instanceof InputProblem) && originOf(host) === target) return;
	}
	throw new UserError(
		'The login was not sent: the request goes to another address than the two of the credential',
		{
			extra: { target },
		},
	);
}

function originOf(url: string, base?: string): string | undefined {
	return URL.canParse(url, base) ? new URL(url, base).origin : undefined;
}
