import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../response/failure';

/** How one item ended: with output items, or with a failure. */
export type Settled =
	| { outcome: 'accepted' | 'dryRun' | 'duplicate'; items: IDataObject[] }
	| { outcome: Failure['outcome']; failure: Failure };

/** Whether an item ended with a failure. */
export function hasFailed(settled: Settled): settled is Extract<Settled, { failure: Failure }> {
	return 'failure' in settled;
}

/**
 * How an item ends that an earlier try ended `before`: what may have been sent stays so, whatever became of
 * sending it again, unless that was accepted.
 */
export function standing(before: Settled | undefined, now: Settled): Settled {
	return before?.outcome === 'unknown' && now.outcome !== 'accepted' ? before : now;
}

/** Whether a later try must not send the item again, unless the user wishes it. */
export function isToBeRemembered({ outcome }: Settled): boolean {
	return outcome === 'accepted' || outcome === 'unknown';
}
