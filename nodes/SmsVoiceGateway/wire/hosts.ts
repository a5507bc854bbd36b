import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readBaseUrl } from './baseUrl';
import type { Endpoint } from './endpoint';
import { orProblem, type InputProblem } from '../values/inputProblem';

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
		sms: orProblem(() => readBaseUrl(credentials.smsBaseUrl, plainHttp)),
		call: orProblem(() => readBaseUrl(credentials.callBaseUrl, plainHttp)),
	};
}
