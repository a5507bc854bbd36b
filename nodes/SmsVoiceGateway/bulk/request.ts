import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { getCredentialAllowedDomains } from 'n8n-workflow';

import { addressOf } from '../dispatch/address';
import { flawOf } from '../dispatch/flaw';
import type { Flaw } from '../dispatch/flaw';
import type { Outgoing } from '../dispatch/job';
import type { Login } from '../dispatch/login';
import type { Operation } from '../dispatch/operation';
import type { BulkMessage } from '../lib/wire';
import { REQUEST_DEFAULTS } from '../request/endpoint';
import { toRowItems } from '../response/bulkRows';
import type { Settings } from './settings';

/** Makes the request of a batch. */
export type ToRequest = (
	messages: BulkMessage[],
	batch: number,
	options?: Partial<IHttpRequestOptions>,
) => Outgoing;

/**
 * How a batch becomes a request: the operation's endpoint, the credential's address and allowed domains,
 * and Request Options, as n8n's routing puts them together. Or what is wrong with credential or options.
 */
export function toRequestOf(
	context: IExecuteFunctions,
	operation: Operation,
	settings: Settings,
	login: Login,
): ToRequest | Flaw {
	const { credentials } = login;
	const address = addressOf(operation.endpoint, credentials);
	if ('flaw' in address) return address.flaw;
	const flaw = flawOf(settings.problems, 'item 0');
	if (flaw !== undefined) return flaw;
	const { baseURL, url, host } = address;
	const allowedDomains = readAllowedDomains(context, credentials, baseURL);
	if (typeof allowedDomains === 'object') return allowedDomains;
	return (messages, batch, options = settings.request) => {
		const body: IDataObject = { data: messages as unknown as IDataObject[] };
		return {
			operation: {
				...operation,
				toItems: (_sent, response) => toRowItems(messages, response, batch),
			},
			login,
			body,
			draft: { problems: [], warnings: [], multipart: false },
			url,
			host,
			makeRequest: () => ({
				...REQUEST_DEFAULTS,
				...options,
				...(allowedDomains === undefined ? {} : { allowedDomains }),
				method: 'POST',
				baseURL,
				url: operation.endpoint.path,
				body,
			}),
		};
	};
}

/** The form of n8n 1 (n8n-workflow 1.120.25). */
type Positional = (
	data: ICredentialDataDecryptedObject,
	nodeEndpointUrl: string,
) => string | undefined;

function readAllowedDomains(
	context: IExecuteFunctions,
	credentialData: ICredentialDataDecryptedObject,
	nodeEndpointUrl: string,
): string | undefined | Flaw {
	// n8n-workflow before 1.120.25, and 2.0 to 2.17, have no such check, for no node of this kind.
	if (typeof getCredentialAllowedDomains !== 'function') return undefined;
	try {
		if (getCredentialAllowedDomains.length === 2) {
			return (getCredentialAllowedDomains as unknown as Positional)(
				credentialData,
				nodeEndpointUrl,
			);
		}
		return getCredentialAllowedDomains({
			node: context.getNode(),
			credentialData,
			credentialOwnedSurface: true,
			nodeEndpointUrl,
		});
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { message, advice: "Check 'Allowed Domains' of the node's credential." };
	}
}
