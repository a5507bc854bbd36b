import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../operation';
import { POLICY } from '../row/policy';
import { hasFailed, nameIds, type Result } from '../row/result';
import type { Row } from '../row/row';
import { give } from '../row/settle';
import type { RunContext } from '../runContext';

/** Gives their results to the rows that an earlier try of the run has sent, or may have, so that this one must not. */
export function recall(
	rows: readonly Row[],
	{ memory, host, operation, settings }: RunContext,
): void {
	if (memory.results.size === 0) return;
	for (const row of rows) {
		const before = memory.results.get(row.id);
		if (before === undefined) continue;
		// Of a row with a key its key decides, but for what this run itself does not know.
		const isOpen = row.key === undefined || memory.retried?.before.has(row.id) === true;
		const again = settings.resendUnknown && !row.dryRun && isOpen;
		if (POLICY[before.outcome].again === 'ifWanted' && again) continue;
		give(row, host.isTool && operation.sends ? repeated(before, operation) : before);
	}
}

/** How a tool's call ends that repeats one of the same agent run: with that one's end, and the word that it was not sent again. */
function repeated(first: Result, { resource }: Operation): Result {
	if (hasFailed(first)) {
		const message = `Not sent again, because the same call may have been sent earlier in this run. Then: ${first.failure.message}`;
		return { ...first, failure: { ...first.failure, message } };
	}
	const said = `The same was accepted earlier in this run${nameIds(first.ids, resource)}, so it was not sent again. Take it as done.`;
	const items = first.items.map((item): IDataObject => ({
		...item,
		outcome: 'duplicate',
		warnings: [...((item.warnings ?? []) as string[]), said],
	}));
	return { ...first, outcome: 'duplicate', items };
}
