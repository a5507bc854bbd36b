import type { Attempt } from '../attempt';
import { isTool } from '../caller';
import { hasFailed } from '../row/end';
import { repeated } from './repeated';
import type { Row } from '../row/row';

/** Settles the rows that an earlier try of the run has sent, or may have, so that this one must not. */
export function recall(rows: readonly Row[], attempt: Attempt): void {
	const { run, context, operation } = attempt;
	for (const row of rows) {
		const end = run.memory.get(row.id);
		if (end === undefined) continue;
		// A unique key weighs more than the wish to send again.
		const again = row.resendUnknown && !row.dryRun && row.key === undefined;
		if (end.outcome === 'unknown' && again) continue;
		row.isBefore = run.retried?.before.has(row.id) === true;
		row.end = isTool(context) && operation.sends ? repeated(end) : end;
		if (hasFailed(end)) attempt.failed = true;
	}
}
