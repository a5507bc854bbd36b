import { InputProblem } from '../values/inputProblem';
import { check, refuseAll } from './checks/check';
import { lookUpKeys } from './checks/lookUp';
import { refuseLowCredit } from './checks/lowCredit';
import { recall } from './checks/recall';
import { keepAllToHours } from './delivery/keepToHours';
import { deliverUntilFinal } from './delivery/untilFinal';
import { logIfStopped } from './finish/finish';
import { openStore } from './keys/openStore';
import { claimRetry, releaseRetry } from './keys/retryOnce';
import { recallForRetry } from './retryMemory';
import type { DoneRow, Row } from './row/row';
import type { ReadyContext, RunContext } from './runContext';

/**
 * Takes rows that were read through the stages of a try: what earlier tries have sent, what must not be sent, and the
 * requests of the rest. Each stage gives the rows as they are then, in their order, and the last one each with its result.
 */
export async function runStages(read: readonly Row[], runContext: RunContext): Promise<DoneRow[]> {
	recallForRetry(read, runContext);
	const known = recall(read, runContext);
	const { target } = runContext;
	return target instanceof InputProblem
		? refuseAll(known, target, runContext)
		: await sendRest(known, { ...runContext, target });
}

async function sendRest(known: readonly Row[], runContext: ReadyContext): Promise<DoneRow[]> {
	const lookedUp = await lookUpKeys(known, runContext);
	const checked = check(keepAllToHours(lookedUp, runContext), runContext);
	const payable = await refuseLowCredit(checked, runContext);
	openStore(payable, runContext);
	const claimed = await claimRetry(payable, runContext);
	const done = await deliverUntilFinal(claimed, runContext);
	await releaseRetry(done, runContext);
	// First of all: whoever stopped the run may end n8n too.
	logIfStopped(done, runContext);
	await runContext.memory.keys?.close();
	return done;
}
