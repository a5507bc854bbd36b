import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputProblem } from '../lib/inputProblem';
import type { Endpoint } from '../request/endpoint';
import { HOST_FIELD, readHosts } from '../request/hosts';
import type { Flaw } from './flaw';

/** Where a request goes, without the login. */
export interface Address {
	baseURL: string;
	url: string;
	host: string;
}

/** Stands in for an address that the credential does not give: nothing is ever sent to it. */
export const NOWHERE: Address = { baseURL: '', url: '', host: '' };

/** An endpoint's address by the credential, or what is wrong with the credential. */
export function addressOf(
	{ host, path }: Endpoint,
	credentials: ICredentialDataDecryptedObject,
): Address | { flaw: Flaw } {
	const base = readHosts(credentials)[host];
	if (base instanceof InputProblem) {
		const message = `'${HOST_FIELD[host]}' of the credential ${base.message}`;
		return { flaw: { message, advice: base.advice } };
	}
	const url = `${base}${path}`;
	return { baseURL: base, url, host: new URL(url).host };
}
