import type { RunContext } from '../runContext';
import { POLICY } from '../row/policy';
import { hasFailed } from '../row/result';
import { repeated } from './repeated';
import type { Row } from '../row/row';

/** Settles the rows that an earlier try of the run has sent, or may have, so that this one must not. */
export function recall(rows: readonly Row[], runContext: RunContext): void {
	const { memory, host, operation } = runContext;
	for (const row of rows) {
		const end = memory.results.get(row.id);
		if (end === undefined) continue;
		row.isBefore = memory.retried?.before.has(row.id) === true;
		// Of a row with a key its key decides, but for what this run itself does not know.
		const again = row.resendUnknown && !row.dryRun && (row.key === undefined || row.isBefore);
		if (POLICY[end.outcome].again === 'ifWanted' && again) continue;
		row.result = host.isTool && operation.sends ? repeated(end) : end;
		if (hasFailed(end)) runContext.failed = true;
	}
}
