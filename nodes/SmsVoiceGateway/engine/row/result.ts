import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from './outcome';

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
	cause?: 'credential-invalid' | 'quota-exhausted' | 'rate-limited';
}

/** How one row ended: with output items, or with a failure. `ids`: of its messages, or of its call, as far as they are known. */
export type Result =
	| {
			outcome: 'accepted' | 'dryRun' | 'duplicate';
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

/** The end of a row that our own check refused, or the service. */
export const rejected = (failure: Failure): Failed => ({ outcome: 'rejected', failure });

/** How many ids a sentence names before it counts the rest. */
const NAMED = 10;

/** Ids of an operation's, to be put behind a word: ", message id …". */
export function nameIds(ids: readonly string[], resource: 'sms' | 'call' | 'report'): string {
	if (ids.length === 0) return '';
	const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
	return `, ${resource === 'call' ? 'call' : 'message'} id ${ids.slice(0, NAMED).join(', ')}${more}`;
}
