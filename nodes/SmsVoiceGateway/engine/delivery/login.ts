import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { redactorFor } from '../../response/redact';
import type { Redactor } from '../../response/redact';

/** The credential of a run, and what keeps its password out of sight: both read once for all requests. */
export interface Login {
	credentials: ICredentialDataDecryptedObject;
	redactor: Redactor;
}

/** The login of a decrypted credential. */
export function loginOf(credentials: ICredentialDataDecryptedObject): Login {
	return { credentials, redactor: redactorFor(String(credentials.password ?? '')) };
}
