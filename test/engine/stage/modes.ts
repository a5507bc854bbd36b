import type { INode } from 'n8n-workflow';

import type { Fault, FaultAction } from '../../../sandbox/index.ts';
import { numberOf } from './rows.ts';

/** What a user sets in a node's settings: On Error, and Retry On Fail. */
type Mode = Partial<INode>;

export const CONTINUE: Mode = { onError: 'continueRegularOutput' };
export const ERROR_OUTPUT: Mode = { onError: 'continueErrorOutput' };
export const RETRY: Mode = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const REFUSED: FaultAction = { kind: 'status', status: 400 };

/** Taken, though its answer never comes. */
export const LOST: FaultAction = { kind: 'drop', when: 'after' };

/** What the request with a row's number meets, so many times. */
export const strikes = (row: number, fault: FaultAction, times?: number): Fault => ({
	match: { destination: numberOf(row) },
	fault,
	...(times === undefined ? {} : { times }),
});

/** Lets an answer be this one. */
export function answering(answer: unknown, status = 200): FaultAction {
	const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
	return { kind: 'status', status, body, contentType: 'application/json' };
}
