import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openRun } from './openRun';
import { toOutput } from './finish/output';
import { inputsOf } from './reading/inputs';
import { inTurn } from './inTurn';
import type { Operation } from './operation';
import { runStages } from './stages';
import { readRows } from './reading/readRows';
import { waitForAnswer } from './asking/waitForAnswer';

/**
 * What n8n runs over all input items instead of an operation's routing: rows are read and checked, share
 * requests as the operation declares, and each gets its own result.
 */
export function overItems(operation: Operation) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const runContext = await openRun(this, operation, inputsOf(this), this);
		const rows = await readRows(runContext);
		const work = async () => await runStages(rows, runContext);
		const isShared = runContext.host.isTool && operation.sends;
		// A model asks for several calls at once, and they may be the same.
		await (isShared ? inTurn(runContext.memory, work) : work());
		await waitForAnswer(rows, runContext);
		return [toOutput(rows, runContext)];
	};
}
