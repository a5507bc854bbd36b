import type { IDataObject } from 'n8n-workflow';

import type { Failure } from './failure';

/** How one row ended: with output items, or with a failure. */
export type Result =
	| { outcome: 'accepted' | 'dryRun' | 'duplicate'; items: IDataObject[] }
	| { outcome: Failure['outcome']; failure: Failure };

/** Whether a row ended with a failure. */
export function hasFailed(result: Result): result is Extract<Result, { failure: Failure }> {
	return 'failure' in result;
}

/** The end of what failed. */
export function failed(failure: Failure): Result {
	return { outcome: failure.outcome, failure };
}
