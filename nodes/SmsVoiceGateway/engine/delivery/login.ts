import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputProblem, orProblem } from '../../values/inputProblem';
import { readDestinations } from '../../numbers/phoneNumbers';
import { redactorFor } from '../../service/mask';
import { readAnswers } from '../../service/taught';

/** The login of a run's decrypted credential, and what keeps its password out of sight: both read once for all requests. */
export function loginOf(credentials: ICredentialDataDecryptedObject) {
	const answers = orProblem(() => readAnswers(credentials.answers));
	const { testNumbers = '' } = credentials;
	const numbers =
		testNumbers === '' ? undefined : orProblem(() => readDestinations(testNumbers).destinations);
	return {
		credentials,
		redactor: redactorFor(String(credentials.password ?? '')),
		/** What the credential teaches of the service's answers. */
		answers: answers instanceof InputProblem ? [] : answers,
		/** The only numbers that get anything; undefined where all do. */
		testNumbers: numbers instanceof InputProblem ? undefined : numbers,
		/** What is wrong with one of the two. */
		problem:
			answers instanceof InputProblem
				? named('Answers', answers)
				: numbers instanceof InputProblem
					? named('Test Numbers', numbers)
					: undefined,
	};
}

const named = (shown: string, { message, advice }: InputProblem): InputProblem =>
	new InputProblem(`'${shown}' of the credential ${message}`, advice);
