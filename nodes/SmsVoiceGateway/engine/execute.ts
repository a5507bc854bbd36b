import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { hostOf } from '../host/host';
import { InputProblem } from '../values/inputProblem';
import { waitForAnswer } from './asking';
import { check, showDry, refuseLowCredit } from './check';
import { deliverUntilFinal } from './untilFinal';
import { toOutput } from './output';
import { logIfStopped } from '../row/summary';
import { inTurn } from '../host/inTurn';
import { forgetResent, openClaims, recall, settleAll } from '../keys/runMemory';
import { openRun } from './openRun';
import type { Operation } from '../row/operation';
import { readRows } from '../reading/readRows';
import { noteExecution, restoreForRetry, noteForRounds } from '../keys/executionMemory';
import { notSent } from '../row/failures';
import { rejected } from '../row/result';
import { type Row, unread } from '../row/row';
import { runFailureOf } from '../row/error';
import { type RunContext, runMemoryOf } from './runContext';

/**
 * What n8n runs over all input items instead of an operation's routing: rows are read and checked, share
 * requests as the operation declares, and each gets its own result.
 */
export function overItems(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		noteExecution(this, operation);
		const runContext = await openRun(this, operation);
		const rows = await readRows(runContext);
		const work = async () => await runStages(rows, runContext);
		const isShared = runContext.host.isTool && operation.sends;
		// A model asks for several calls at once, and they may be the same.
		await (isShared ? inTurn(runContext.memory, work) : work());
		await waitForAnswer(rows, runContext);
		return [toOutput(rows, runContext)];
	};
}

/**
 * Takes rows that were read through the stages of a try: what earlier tries have sent, what must not be sent, and the
 * requests of the rest. Each stage gives results to rows that have none yet; afterwards each row has its own.
 */
async function runStages(rows: readonly Row[], runContext: RunContext): Promise<void> {
	restoreForRetry(rows, runContext);
	await forgetResent(rows, runContext);
	recall(rows, runContext);
	const { target } = runContext;
	if (target instanceof InputProblem)
		return settleAll(
			rows,
			rejected({ message: target.message, advice: target.advice }),
			runContext,
		);
	const ready = { ...runContext, target };
	check(rows, ready);
	await refuseLowCredit(rows, ready);
	showDry(rows, ready);
	openClaims(rows, ready);
	await deliverUntilFinal(rows, ready);
	// Before the keys are closed: whoever stopped the run may end n8n too.
	logIfStopped(rows, ready);
	await ready.memory.claims?.close();
	noteForRounds(rows, ready);
}

/**
 * The hook that n8n's routing calls for each item in place of its request (`routing.operations.pagination`): an older
 * agent's tool runs so, and n8n's engine 2. The items go one after the other; in stop mode those behind a failure are
 * not sent, and its error says what became of all.
 */
export function itemByItem(operation: Operation) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const memory = runMemoryOf(this);
		const item = this.getItemIndex();
		const count = itemCount(this);
		// Each takes its turn before it is read: on a busy machine that may take one longer than the next.
		return await inTurn(memory, async () => {
			if (item === 0 || count === 1) memory.ofTry = undefined;
			const ofTry = (memory.ofTry ??= {
				rows: [],
				isOver: false,
				began: performance.now(),
				failures: { inRow: 0, isBroken: false },
			});
			// n8n ends the run by the first error in item order, which must be the only one.
			if (ofTry.isOver) return [];
			// Also where n8n can't give the credential, which throws.
			ofTry.isOver = !hostOf(this).continueOnFail;
			const runContext = await openRun(this, operation);
			const rows = await readRows(runContext);
			await runStages(rows, runContext);
			ofTry.isOver = runFailureOf(rows, runContext) !== undefined;
			const rest = notSentFrom(item + 1, ofTry.isOver ? count : 0);
			const output = toOutput([...rows, ...rest], runContext, ofTry.rows);
			for (const row of rows) ofTry.rows.push(row);
			return output;
		});
	};
}

/** The rows of items, up to the last of `count`, that nobody reads any more. */
function notSentFrom(first: number, count: number): Row[] {
	return Array.from({ length: Math.max(0, count - first) }, (_, index) =>
		unread(first + index, notSent('earlierFailed')),
	);
}

function itemCount(context: IExecutePaginationFunctions): number {
	const { isRunByEngine, node } = hostOf(context);
	if (!isRunByEngine || node.executeOnce === true) return 1;
	const { main: [items] = [] } = context.getExecuteData().data;
	return items?.length ?? 1;
}
