import { hasLeft } from './policy';
import { hasFailed } from './result';
import type { Result } from './result';
import type { RunContext } from '../runContext';
import { destinationOf } from './row';
import type { Row } from './row';

/** Gives a row its result, which the run remembers where a later try must not send the row again. */
export function settle(row: Row, result: Result, { memory, operation }: RunContext): void {
	if (hasFailed(result)) {
		const { outcome, failure } = result;
		const destination = destinationOf(row, operation);
		const own = { ...failure, ...(destination === undefined ? {} : { destination }) };
		const before = memory.results.get(row.id);
		// What may have been sent stays so, whatever became of sending it again.
		row.result = before?.outcome === 'unknown' ? before : { outcome, failure: own };
	} else {
		row.result = result;
		// The text of a message that has left is not needed any more; 100,000 of them are worth letting go.
		row.fields = undefined;
	}
	if (operation.sends && hasLeft(result)) memory.results.set(row.id, row.result);
}

/** Gives rows the end of what failed for all of them, each its own. */
export function settleAll(rows: readonly Row[], result: Result, runContext: RunContext): void {
	for (const row of rows) settle(row, result, runContext);
}
