import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { pause } from './pause';
import type { Round } from './round';

interface RequestOptions {
	batching?: { batch?: { batchSize?: number; batchInterval?: number } };
}

/**
 * Keeps Request Options → Batching: n8n pauses between starting items, which says nothing of when their
 * requests leave once they wait for one another. Resolves when the next request may leave.
 */
export async function pace(context: IExecuteSingleFunctions, round: Round): Promise<void> {
	const { batching } = context.getNodeParameter('requestOptions', {}) as RequestOptions;
	const interval = batching?.batch?.batchInterval ?? 0;
	const configured = batching?.batch?.batchSize ?? 0;
	// As n8n reads it: 0 and -1 stand for one at a time.
	const size = configured > 0 ? configured : 1;
	const startsBatch = round.sent % size === 0;
	round.sent++;
	if (!startsBatch || !(interval > 0)) return;
	const due = round.batchStartedAt + interval;
	const wait = round.sent === 1 ? 0 : due - Date.now();
	if (wait > 0) await pause(wait, context.getExecutionCancelSignal());
	round.batchStartedAt = Date.now();
}
