import type { RunContext } from '../runContext';
import { POLICY } from '../row/policy';
import { repeated } from './repeated';
import { doneRow, type Row } from '../row/row';

/** Gives their results to the rows that an earlier try of the run has sent, or may have, so that this one must not. */
export function restoreResults(rows: readonly Row[], runContext: RunContext): Row[] {
	const { memory, host, operation, settings } = runContext;
	return rows.map((row) => {
		const before = memory.results.get(row.id);
		if (before === undefined) return row;
		const isBefore = memory.retried?.before.has(row.id) === true;
		// Of a row with a key its key decides, but for what this run itself does not know.
		const again = settings.resendUnknown && !row.dryRun && (row.key === undefined || isBefore);
		if (POLICY[before.outcome].again === 'ifWanted' && again) return row;
		const result = host.isTool && operation.sends ? repeated(before) : before;
		return { ...doneRow(row, result), isBefore };
	});
}
