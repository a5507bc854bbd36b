import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readBaseUrl } from './baseUrl';
import { orProblem } from '../values/inputProblem';
import type { InputProblem } from '../values/inputProblem';

/** The service's two hosts: text messages, and calls with reports. */
export type Host = 'sms' | 'call';

/** The credential's fields as the user sees them. */
export const HOST_FIELD: Record<Host, string> = { sms: 'SMS Base URL', call: 'Call Base URL' };

/** Both base URLs of the credential, each without trailing slash, or what is wrong with it. */
export function readHosts(
	credentials: ICredentialDataDecryptedObject,
): Record<Host, string | InputProblem> {
	const plainHttp = credentials.allowPlainHttp === true;
	return {
		sms: orProblem(() => readBaseUrl(credentials.smsBaseUrl, plainHttp)),
		call: orProblem(() => readBaseUrl(credentials.callBaseUrl, plainHttp)),
	};
}
