import {
	getCredentialAllowedDomains,
	type ICredentialDataDecryptedObject,
	type INode,
} from 'n8n-workflow';

import { InputProblem, messageOf } from '../values/inputProblem';
import type { Endpoint } from './endpoint';
import { HOST_FIELD, readHosts } from './hosts';

/** Where requests go, without the login. */
export interface Target {
	baseURL: string;
	path: string;
	/** As an error names it. */
	host: string;
	/** The credential's field that gives it, as the user sees it. */
	field: string;
	/** The credential's list of domains, which n8n's helper checks once more. */
	allowedDomains?: string;
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
			...(allowedDomains === undefined ? {} : { allowedDomains }),
		};
	} catch (error) {
		return new InputProblem(messageOf(error), "Check 'Allowed Domains' of the node's credential.");
	}
}
