import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	UserError,
} from 'n8n-workflow';

import { withoutUnseen } from '../text/wording';
import { readHosts } from './target';

/** The user name without blanks and marks around it that nobody sees, as copying brings them. */
export const userName = ({ username }: ICredentialDataDecryptedObject): string =>
	withoutUnseen(String(username ?? ''));

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
	const username = userName(credentials);
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
	{ url, baseURL }: IHttpRequestOptions,
): void {
	const target = originOf(url, baseURL);
	const hosts = Object.values(readHosts(credentials));
	const isOwn = hosts.some((host) => typeof host === 'string' && originOf(host) === target);
	if (isOwn) return;
	throw new UserError(
		'The login was not sent: the request goes to another address than the two of the credential',
		{ extra: { target } },
	);
}

const originOf = (url: string, base?: string): string | undefined =>
	URL.canParse(url, base) ? new URL(url, base).origin : undefined;

/** The same fields as a multipart form, which carries text as UTF-8. Made anew for every try: a form is used up. */
export function toForm(body: IDataObject): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(body)) form.append(name, asWritten(String(value)));
	return form;
}

/**
 * Every line break of a form's text field leaves as CRLF (HTML standard, multipart/form-data; axios).
 * A nameless file stays as it is, and without a filename in its header it is an ordinary field.
 */
function asWritten(text: string): string | File {
	return /[\r\n]/.test(text) ? new File([text], '', { type: 'text/plain; charset=utf-8' }) : text;
}
