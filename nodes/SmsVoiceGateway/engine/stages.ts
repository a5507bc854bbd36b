import { InputProblem } from '../values/inputProblem';
import type { RunContext } from './runContext';
import { check, refuseAll } from './checks/check';
import { refuseLowCredit } from './checks/lowCredit';
import type { RunFailure } from './row/result';
import { runFailureOf, logIfStopped } from './finish/finish';
import { keepToHours } from './checks/keepToHours';
import { lookUpKeys } from './checks/lookUp';
import { recall } from './checks/recall';
import { recallForRetry } from './retryMemory';
import type { Row } from './row/row';
import { claimRetry, releaseRetry } from './keys/retryOnce';
import { openStore } from './keys/openStore';
import { deliverUntilFinal } from './delivery/untilFinal';

/**
 * Takes rows that were read through the stages of a try: what earlier tries have sent, what must not be sent,
 * and the requests of the rest. Afterwards each row has its result. Returns what ends the run, in stop mode.
 */
export async function runStages(
	rows: readonly Row[],
	runContext: RunContext,
): Promise<RunFailure | undefined> {
	const { target, continueOnFail, settings, operation, memory } = runContext;
	recallForRetry(rows, runContext);
	recall(rows, runContext);
	if (target instanceof InputProblem) {
		const runFailure = refuseAll(rows, target, runContext);
		return continueOnFail ? undefined : runFailure;
	}
	await lookUpKeys(rows, runContext);
	keepToHours(rows, runContext);
	const refused = check(rows, target, runContext);
	if (refused !== undefined) return refused;
	const poor = await refuseLowCredit(rows, runContext);
	if (poor !== undefined && !continueOnFail) return poor;
	openStore(rows, runContext);
	await claimRetry(rows, runContext);
	await deliverUntilFinal(rows, target, runContext);
	await releaseRetry(rows, runContext);
	// First of all: whoever stopped the run may end n8n too.
	logIfStopped(rows, runContext);
	await memory.keys?.close();
	return continueOnFail
		? undefined
		: runFailureOf(rows, settings.invalidRows === 'skip', operation);
}
