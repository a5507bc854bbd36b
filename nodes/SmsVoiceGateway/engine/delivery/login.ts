import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputProblem, attempt } from '../../lib/inputProblem';
import type { TaughtAnswer } from '../../response/answer';
import { redactorFor } from '../../secrets/redact';
import type { Redactor } from '../../secrets/redact';
import { readAnswers } from '../../response/taught';

/** The credential of a run, and what keeps its password out of sight: both read once for all requests. */
export interface Login {
	credentials: ICredentialDataDecryptedObject;
	redactor: Redactor;
	/** What the credential teaches of the service's answers. */
	answers: TaughtAnswer[];
	problem?: InputProblem;
}

/** The login of a decrypted credential. */
export function loginOf(credentials: ICredentialDataDecryptedObject): Login {
	const answers = attempt(() => readAnswers(credentials.answers));
	return {
		credentials,
		redactor: redactorFor(String(credentials.password ?? '')),
		...(answers instanceof InputProblem
			? {
					answers: [],
					problem: new InputProblem(
						`'Answers' of the credential ${answers.message}`,
						answers.advice,
					),
				}
			: { answers }),
	};
}
