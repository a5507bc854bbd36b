import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAttempt } from './attempt';
import { isTool } from './caller';
import { finish } from './finish/finish';
import { inputsOf } from './reading/inputs';
import { oneAtATime } from './oneAtATime';
import type { Operation } from './operation';
import { perform } from './perform';
import { readRows } from './reading/readRows';
import { withReasons } from './asking/review';
import { waitForAnswer } from './asking/waitForAnswer';

/** What n8n runs once for a node run. */
export type OverAllItems = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/**
 * What n8n runs over all input items instead of an operation's routing: rows are read and checked, share
 * requests as the operation declares, and each gets its own result.
 */
export function overItems(operation: Operation): OverAllItems {
	return async function () {
		const attempt = await openAttempt(this, operation, inputsOf(this), this);
		const rows = await readRows(attempt);
		const work = async () => await perform(rows, attempt);
		// A model asks for several calls at once, and they may be the same.
		const culprit = await (isTool(this) && operation.sends
			? oneAtATime(attempt.run, work)
			: work());
		if (culprit === undefined) await waitForAnswer(rows, attempt);
		return [withReasons(finish(rows, culprit, attempt), attempt)];
	};
}
