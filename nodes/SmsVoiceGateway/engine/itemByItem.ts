import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { openRunContext } from './runContext';
import type { RunContext } from './runContext';
import { isRunByEngine, nodeOf } from './caller';
import type { Context } from './caller';
import { givesFailedItems } from './finish/fail';
import { finish } from './finish/finish';
import { Gathering } from './gathering';
import { inputOf } from './reading/inputs';
import { inTurn } from './inTurn';
import type { Operation } from './operation';
import { runStages } from './stages';
import { readRows } from './reading/readRows';
import { runMemoryOf } from './runMemory';
import type { Row } from './row/row';

type Pagination = (this: IExecutePaginationFunctions) => Promise<INodeExecutionData[]>;

/**
 * The hook that n8n's routing calls for each item in place of its request (`routing.operations.pagination`): an
 * older agent's tool runs so, and n8n's engine 2. In stop mode the items wait for one another, because nothing may
 * leave before all are checked; else they go one after the other, as an item may never arrive.
 */
export function itemByItem(operation: Operation): Pagination {
	return async function () {
		const count = itemCount(this);
		const open = async () => {
			const runContext = await openRunContext(this, operation, inputOf(this));
			return { runContext, rows: await readRows(runContext) };
		};
		if (givesFailedItems(this) || count === 1) {
			// Each takes its turn before it is read: on a busy machine that may take one longer than the next.
			return await inTurn(runMemoryOf(this), async () => {
				const { runContext, rows } = await open();
				if (count > 1) runContext.memory.askedSince ??= Date.now();
				return finish(rows, await runStages(rows, runContext), runContext);
			});
		}
		const { runContext, rows } = await open();
		return await withOthers(this.getItemIndex(), count, rows, runContext);
	};
}

async function withOthers(
	item: number,
	count: number,
	own: readonly Row[],
	runContext: RunContext,
): Promise<INodeExecutionData[]> {
	const { memory } = runContext;
	if (memory.gathering === undefined || memory.gathering.has(item))
		memory.gathering = new Gathering(count);
	const { rows, runFailure } = await memory.gathering.add(
		item,
		own,
		async (all) => await runStages(all, runContext),
	);
	if (runFailure === undefined) return finish(own, undefined, runContext);
	// n8n ends the run by the first error in item order: that of what ends the run must be the only one.
	return runFailure.item === item ? finish(rows, runFailure, runContext) : [];
}

function itemCount(context: Context): number {
	if (!isRunByEngine(context) || nodeOf(context).executeOnce === true) return 1;
	return context.getExecuteData().data.main?.[0]?.length ?? 1;
}
