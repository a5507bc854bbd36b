import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAttempt } from './attempt';
import type { Attempt } from './attempt';
import { isRunByEngine, nodeOf } from './caller';
import type { Context } from './caller';
import { givesFailedItems } from './finish/fail';
import { finish } from './finish/finish';
import { Gathering } from './gathering';
import { inputOf } from './reading/inputs';
import { oneAtATime } from './oneAtATime';
import type { Operation } from './operation';
import { perform } from './perform';
import { readRows } from './reading/readRows';
import { runOf } from './run';
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
			const attempt = await openAttempt(this, operation, inputOf(this));
			return { attempt, rows: await readRows(attempt) };
		};
		if (givesFailedItems(this) || count === 1) {
			// Each takes its turn before it is read: on a busy machine that may take one longer than the next.
			return await oneAtATime(runOf(this), async () => {
				const { attempt, rows } = await open();
				if (count > 1) attempt.run.askedSince ??= Date.now();
				return finish(rows, await perform(rows, attempt), attempt);
			});
		}
		const { attempt, rows } = await open();
		return await withOthers(this.getItemIndex(), count, rows, attempt);
	};
}

async function withOthers(
	item: number,
	count: number,
	own: readonly Row[],
	attempt: Attempt,
): Promise<INodeExecutionData[]> {
	const { run } = attempt;
	if (run.gathering === undefined || run.gathering.has(item)) run.gathering = new Gathering(count);
	const { rows, culprit } = await run.gathering.add(
		item,
		own,
		async (all) => await perform(all, attempt),
	);
	if (culprit === undefined) return finish(own, undefined, attempt);
	// n8n ends the run by the first error in item order: that of the culprit must be the only one.
	return culprit.item === item ? finish(rows, culprit, attempt) : [];
}

function itemCount(context: Context): number {
	if (!isRunByEngine(context) || nodeOf(context).executeOnce === true) return 1;
	return context.getExecuteData().data.main?.[0]?.length ?? 1;
}
