import { InputProblem } from '../values/inputProblem';
import type { Attempt } from './attempt';
import { check, refuseAll } from './checks/check';
import { refuseLowCredit } from './checks/lowCredit';
import type { Culprit } from './row/end';
import { culpritOf, logIfStopped } from './finish/finish';
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
 * and the requests of the rest. Afterwards each row has its end. Returns what ends the run, in stop mode.
 */
export async function perform(
	rows: readonly Row[],
	attempt: Attempt,
): Promise<Culprit | undefined> {
	const { target, goesOn, settings, operation, run } = attempt;
	recallForRetry(rows, attempt);
	recall(rows, attempt);
	if (target instanceof InputProblem) {
		const culprit = refuseAll(rows, target, attempt);
		return goesOn ? undefined : culprit;
	}
	await lookUpKeys(rows, attempt);
	keepToHours(rows, attempt);
	const refused = check(rows, target, attempt);
	if (refused !== undefined) return refused;
	const poor = await refuseLowCredit(rows, attempt);
	if (poor !== undefined && !goesOn) return poor;
	openStore(rows, attempt);
	await claimRetry(rows, attempt);
	await deliverUntilFinal(rows, target, attempt);
	await releaseRetry(rows, attempt);
	// First of all: whoever stopped the run may end n8n too.
	logIfStopped(rows, attempt);
	await run.keys?.close();
	return goesOn ? undefined : culpritOf(rows, settings.invalidRows === 'skip', operation);
}
