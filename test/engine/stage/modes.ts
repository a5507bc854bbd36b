import type { INode } from 'n8n-workflow';

/** What a user sets in a node's settings: On Error, and Retry On Fail. */
type Mode = Partial<INode>;

export const CONTINUE: Mode = { onError: 'continueRegularOutput' };
export const ERROR_OUTPUT: Mode = { onError: 'continueErrorOutput' };
export const RETRY: Mode = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
