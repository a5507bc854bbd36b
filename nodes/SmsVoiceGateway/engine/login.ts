import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readSource } from '../fields/field';
import { readDestinations } from '../numbers/phoneNumbers';
import { readNumberFormat } from '../options/numberFormat';
import { redactorFor } from '../service/mask';
import { readAnswers } from '../service/taught';
import { InputProblem, orProblem } from '../values/inputProblem';

/** The login of a run's decrypted credential, what keeps its password out of sight, and what holds for all nodes that have it: all read once. */
export function loginOf(credentials: ICredentialDataDecryptedObject) {
	const { answers, testNumbers, defaultSource, numberFormat } = credentials;
	let problem: InputProblem | undefined;
	const read = <T>(shown: string, work: () => T): T | undefined => {
		const value = orProblem(work);
		if (!(value instanceof InputProblem)) return value;
		problem ??= new InputProblem(`'${shown}' of the credential ${value.message}`, value.advice);
		return undefined;
	};
	const unless =
		<T>(value: unknown, reader: (value: unknown) => T) =>
		() =>
			value === undefined || value === '' ? undefined : reader(value);
	const own = {
		/** What the credential teaches of the service's answers. */
		answers: read('Answers', () => readAnswers(answers)) ?? [],
		/** The only numbers that get anything; undefined where all do. */
		testNumbers: read('Test Numbers', unless(testNumbers, readDestinations))?.numbers,
		/** The sender where a node has none. */
		defaultSource: read('Default From', unless(defaultSource, readSource)),
		/** How numbers are written where a node does not say it. */
		numberFormat: read('Number Format', () => readNumberFormat(numberFormat)),
	};
	return {
		...own,
		credentials,
		redactor: redactorFor(String(credentials.password ?? '')),
		problem,
	};
}
