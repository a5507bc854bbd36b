import type { IDataObject } from 'n8n-workflow';

import type { Code } from '../service/codes';
import { InputProblem, messageOf } from '../values/inputProblem';

/**
 * How sending one item ended.
 * - `accepted`: the service took it.
 * - `dryRun`: checked, not sent, on the user's wish.
 * - `duplicate`: its unique key was used before, so it was not sent.
 * - `rejected`: the service, or our own check, refused it. It was not sent.
 * - `unknown`: it may have been sent.
 * - `notSent`: never tried, because an earlier one failed or the run was stopped.
 */
type Outcome = 'accepted' | 'dryRun' | 'duplicate' | 'rejected' | 'unknown' | 'notSent';

/**
 * What an outcome means for the next try of a run, n8n's Retry, and the key of 'Send Once': whether a later try sends the
 * row again, `resend` (`ifWanted` by *Resend Unknown*), and what becomes of its key, where it has one and was let through. Without
 * proof of refusal nothing is sent again.
 */
export const POLICY = {
	accepted: { resend: 'never', key: 'used' },
	unknown: { resend: 'ifWanted', key: 'inDoubt' },
	rejected: { resend: 'always', key: 'free' },
	notSent: { resend: 'always', key: 'free' },
	duplicate: { resend: 'always', key: 'free' },
	dryRun: { resend: 'always', key: 'free' },
} as const satisfies Record<
	Outcome,
	{ resend: 'never' | 'ifWanted' | 'always'; key: 'used' | 'inDoubt' | 'free' }
>;

/** Whether a message has left, or may have: a later try must not send it again, unless the user wishes it. */
export const hasLeft = (result: { outcome: Outcome } | undefined): boolean =>
	result !== undefined && POLICY[result.outcome].resend !== 'always';

/**
 * What a person reads: of a wrong row, a refusal, a lost answer, a test of the login. Holds nothing of the request but its
 * destination.
 */
export interface Failure {
	message: string;
	advice: string;
	code?: string;
	httpStatus?: number;
	destination?: string;
	/** ISO 8601: when it may be sent, where only a limit of the user's keeps it back. That is no failure of the run. */
	retryAfter?: string;
	/** Only where the answer proves it: n8n shows fitting help. */
	cause?: Code['cause'];
}

/** How one row ended: with output items, or with a failure. `ids`: of its messages, or of its call, as far as they are known. */
export type Result =
	| {
			/** `notSent`: of a row in which nothing stands. */
			outcome: 'accepted' | 'dryRun' | 'duplicate' | 'notSent';
			items: IDataObject[];
			ids: readonly string[];
			/** The number of the request that it left in, or would, from 1 in a run. */
			batch?: number;
	  }
	| Failed;

/** How a row ended that failed. */
export type Failed = {
	outcome: Exclude<Outcome, 'accepted' | 'dryRun' | 'duplicate'>;
	failure: Failure;
};

/** Whether a row ended with a failure. */
export const hasFailed = (result: Result | undefined): result is Failed =>
	result !== undefined && 'failure' in result;

/** The end of a row that our own check refused, or the service; of one that may have been sent; and of one that was never tried. */
export const rejected = (failure: Failure): Failed => ({ outcome: 'rejected', failure });
export const unknown = (failure: Failure): Failed => ({ outcome: 'unknown', failure });
export const notTried = (failure: Failure): Failed => ({ outcome: 'notSent', failure });

/** How many items, or ids, a sentence names before it counts the rest. */
export const NAMED = 10;

/** Ids of an operation's, to be put behind a word: ", message id …". */
export function nameIds(
	ids: readonly string[],
	resource: 'sms' | 'call' | 'report',
	most = NAMED,
): string {
	if (ids.length === 0) return '';
	const more = ids.length > most ? ` and ${ids.length - most} more` : '';
	return `, ${resource === 'call' ? 'call' : 'message'} id ${ids.slice(0, most).join(', ')}${more}`;
}

/** What is wrong with a parameter, as the user will read it. */
export interface ParameterProblem {
	/** The parameter's shown name. */
	parameter: string;
	/** A predicate: "is empty", "holds …". */
	says: string;
	advice: string;
}

/** What was thrown while a parameter was read, as a problem under its shown name. */
export function problemOf(parameter: string, error: unknown): ParameterProblem {
	if (error instanceof InputProblem) {
		return { parameter, says: error.message, advice: error.advice };
	}
	return {
		parameter,
		says: `can't be read: ${messageOf(error)}`,
		advice: 'Correct its expression or value.',
	};
}

/** The failure of `what` ("item 3") with these problems, or of all rows: one sentence that names each; undefined without any. */
export function rowProblemOf(
	problems: readonly ParameterProblem[],
	what?: string,
): Failure | undefined {
	const [first] = problems;
	if (first === undefined) return undefined;
	const of = what === undefined ? '' : ` of ${what}`;
	const said = problems.map(({ parameter, says }) => `'${parameter}'${of} ${says}`);
	return { message: said.join('; '), advice: first.advice };
}
