import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputProblem, orProblem } from '../../values/inputProblem';
import { readDestinations } from '../../numbers/phoneNumbers';
import type { TaughtAnswer } from '../../response/answer';
import { redactorFor, type Redactor } from '../../secrets/redact';
import { readAnswers } from '../../response/taught';

/** The credential of a run, and what keeps its password out of sight: both read once for all requests. */
export interface Login {
	credentials: ICredentialDataDecryptedObject;
	redactor: Redactor;
	/** What the credential teaches of the service's answers. */
	answers: TaughtAnswer[];
	/** The only numbers that get anything; undefined where all do. */
	testNumbers?: readonly string[];
	problem?: InputProblem;
}

/** The login of a decrypted credential. */
export function loginOf(credentials: ICredentialDataDecryptedObject): Login {
	const answers = orProblem(() => readAnswers(credentials.answers));
	const { testNumbers } = credentials;
	const numbers =
		testNumbers === undefined || testNumbers === ''
			? undefined
			: orProblem(() => readDestinations(testNumbers).destinations);
	const [problem] = [
		...(answers instanceof InputProblem ? [named('Answers', answers)] : []),
		...(numbers instanceof InputProblem ? [named('Test Numbers', numbers)] : []),
	];
	return {
		credentials,
		redactor: redactorFor(String(credentials.password ?? '')),
		answers: answers instanceof InputProblem ? [] : answers,
		...(numbers === undefined || numbers instanceof InputProblem ? {} : { testNumbers: numbers }),
		...(problem === undefined ? {} : { problem }),
	};
}

const named = (shown: string, { message, advice }: InputProblem): InputProblem =>
	new InputProblem(`'${shown}' of the credential ${message}`, advice);
