import { InputProblem } from '../values/inputProblem';
import { check, refuseAll } from './checks/check';
import { lookUpKeys } from './checks/lookUp';
import { refuseLowCredit } from './checks/lowCredit';
import { restoreResults } from './checks/restoreResults';
import { keepAllToHours } from './delivery/keepToHours';
import { deliverUntilFinal } from './delivery/untilFinal';
import { logIfStopped } from './finish/finish';
import { openStore } from './keys/openStore';
import { claimRetry, releaseRetry } from './keys/retryOnce';
import { restoreForRetry } from './retryMemory';
import type { DoneRow, Row } from './row/row';
import type { RunContext } from './runContext';

/**
 * Takes rows that were read through the stages of a try: what earlier tries have sent, what must not be sent, and the
 * requests of the rest. Each stage gives the rows as they are then, in their order, and the last one each with its result.
 */
export async function runStages(read: readonly Row[], runContext: RunContext): Promise<DoneRow[]> {
	restoreForRetry(read, runContext);
	const known = restoreResults(read, runContext);
	const { target } = runContext;
	if (target instanceof InputProblem) return refuseAll(known, target, runContext);
	const ready = { ...runContext, target };
	const lookedUp = await lookUpKeys(known, ready);
	const checked = check(keepAllToHours(lookedUp, ready), ready);
	const payable = await refuseLowCredit(checked, ready);
	openStore(payable, ready);
	const claimed = await claimRetry(payable, ready);
	const done = await deliverUntilFinal(claimed, ready);
	await releaseRetry(done, ready);
	// First of all: whoever stopped the run may end n8n too.
	logIfStopped(done, ready);
	await ready.memory.keys?.close();
	return done;
}
