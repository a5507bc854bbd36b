import { check, refuseAll } from './checks/check';
import { lookUpKeys } from './checks/lookUp';
import { refuseLowCredit } from './checks/lowCredit';
import { recall } from './checks/recall';
import { keepToHours } from './delivery/keepToHours';
import { deliverUntilFinal } from './delivery/untilFinal';
import { logIfStopped } from './finish/finish';
import { openStore } from './keys/openStore';
import { claimRetry, releaseRetry } from './keys/retryOnce';
import { recallForRetry } from './retryMemory';
import type { Row } from './row/row';
import { isReady } from './runContext';
import type { RunContext } from './runContext';

/**
 * Takes rows that were read through the stages of a try: what earlier tries have sent, what must not be sent,
 * and the requests of the rest. Afterwards each row has its result.
 */
export async function runStages(rows: readonly Row[], runContext: RunContext): Promise<void> {
	recallForRetry(rows, runContext);
	recall(rows, runContext);
	if (!isReady(runContext)) return refuseAll(rows, runContext);
	await lookUpKeys(rows, runContext);
	keepToHours(rows, runContext);
	check(rows, runContext);
	await refuseLowCredit(rows, runContext);
	openStore(rows, runContext);
	await claimRetry(rows, runContext);
	await deliverUntilFinal(rows, runContext);
	await releaseRetry(rows, runContext);
	// First of all: whoever stopped the run may end n8n too.
	logIfStopped(rows, runContext);
	await runContext.memory.keys?.close();
}
