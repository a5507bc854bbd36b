import { InputProblem } from '../values/inputProblem';
import { check } from './checks/check';
import { settleAll } from './row/settle';
import { lookUpKeys, showDry } from './checks/dryRun';
import { refuseLowCredit } from './checks/tooMuch';
import { recall, restoreForRetry } from './retryMemory';
import { deliverUntilFinal } from './delivery/untilFinal';
import { logIfStopped } from './finish/summary';
import { openClaims } from './keys/claims';
import { rejected } from './row/result';
import type { Row } from './row/row';
import type { RunContext } from './runContext';

/**
 * Takes rows that were read through the stages of a try: what earlier tries have sent, what must not be sent, and the
 * requests of the rest. Each stage gives results to rows that have none yet; afterwards each row has its own.
 */
export async function runStages(rows: readonly Row[], runContext: RunContext): Promise<void> {
	restoreForRetry(rows, runContext);
	recall(rows, runContext);
	const { target } = runContext;
	if (target instanceof InputProblem)
		return settleAll(
			rows,
			rejected({ message: target.message, advice: target.advice }),
			runContext,
		);
	const ready = { ...runContext, target };
	const lookedUp = await lookUpKeys(rows, ready);
	check(rows, lookedUp, ready);
	await refuseLowCredit(rows, ready);
	showDry(rows, lookedUp, ready);
	openClaims(rows, ready);
	await deliverUntilFinal(rows, ready);
	// First of all: whoever stopped the run may end n8n too.
	logIfStopped(rows, ready);
	await ready.memory.claims?.close();
}
