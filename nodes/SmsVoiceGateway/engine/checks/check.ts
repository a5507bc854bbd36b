import type { RunContext } from '../runContext';
import { duplicateOf, notSent } from '../row/failures';
import { contentOf, isReady, isWrong, type Row } from '../row/row';
import { rejected } from '../row/result';
import { outOfHours, settle, settleAll } from '../row/settle';
import type { LookedUp } from './dryRun';
import { tooMuch } from './tooMuch';

/**
 * Gives their results to the rows that must not be sent: outside of their hours, wrong ones, in stop mode all where one is
 * wrong, and where they are too many; of a dry run also those that an earlier row or execution has sent.
 */
export function check(rows: readonly Row[], { used }: LookedUp, runContext: RunContext): void {
	const now = Date.now();
	for (const row of rows) {
		const closed = row.dryRun || !isReady(row) ? undefined : outOfHours(row, runContext, now);
		if (closed !== undefined) settle(row, closed, runContext);
	}
	const open = rows.filter((row) => isReady(row) && !row.dryRun);
	const dry = rows.filter((row) => isReady(row) && row.dryRun);
	const isHeld = rows.some((row) => isWrong(row) && !row.dryRun) && !isSkipping(runContext);
	for (const row of rows)
		if (row.problem !== undefined) settle(row, rejected(row.problem), runContext);
	settleAll(open, isHeld ? notSent('otherItemWrong') : tooMuch(open, runContext), runContext);
	settleAll(dry, tooMuch(dry, runContext), runContext);
	for (const row of repeatedIn(rows, runContext))
		settle(row, duplicateOf(row, runContext.operation), runContext);
	const seen = new Set(used);
	for (const row of dry) {
		if (row.key === undefined) continue;
		if (seen.has(row.key)) settle(row, duplicateOf(row, runContext.operation), runContext);
		seen.add(row.key);
	}
}

/** Where 'Send Once' goes by the run: the rows whose numbers and text an earlier one has, whatever becomes of that. */
function repeatedIn(rows: readonly Row[], { operation, settings }: RunContext): Row[] {
	if (settings.sendOnce.by !== 'run') return [];
	const seen = new Set<string>();
	return rows.filter((row) => {
		if (row.problem !== undefined) return false;
		const content = JSON.stringify(contentOf(row, operation, settings.numberFormat));
		const isRepeated = seen.has(content);
		seen.add(content);
		return isRepeated;
	});
}

/** Whether wrong rows keep only themselves back. */
function isSkipping({ settings, operation, continueOnFail }: RunContext): boolean {
	if (settings.invalidRows !== undefined) return settings.invalidRows === 'skip';
	return continueOnFail && operation.allOrNone !== true;
}
