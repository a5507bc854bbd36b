import type { Failure } from '../row/failure';

/** What a model must know besides: its nature is to try again. */
export function forModel(failure: Failure, sends: boolean): Failure {
	if (!sends || failure.outcome !== 'unknown') return failure;
	return { ...failure, advice: `${failure.advice} Don't repeat this call: tell the user.` };
}

/**
 * A failure whose message says all: of an error n8n gives a model nothing else (n8n-core 2.40,
 * handleNodeExecutionError). It names no code such as ECONNRESET, see `isReplaced`.
 */
export function inOneMessage(failure: Failure): Failure {
	const { message, outcome } = failure;
	const advice = failure.advice.replace(/ \(E[A-Z_]+\)/g, '');
	return { ...failure, message: `${message}. Outcome: ${outcome}. ${advice}`, advice };
}
