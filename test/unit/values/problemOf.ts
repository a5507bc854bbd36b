import { InputProblem } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';

/** The InputProblem that `read` throws, as "message | advice"; "no problem" when it throws nothing. */
export function problemOf(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		if (!(error instanceof InputProblem)) throw error;
		return `${error.message} | ${error.advice}`;
	}
	return 'no problem';
}

/** Passes when `read` returns, or throws an InputProblem in the form that callers count on. */
export function staysOrderly(read: () => unknown): void {
	const problem = problemOf(read);
	if (problem === 'no problem') return;
	if (!/^[a-z].* \| [A-Z].*\.$/su.test(problem) || /\p{Cc}/u.test(problem)) {
		throw new Error(`not a predicate and a sentence of advice: ${problem}`);
	}
}
