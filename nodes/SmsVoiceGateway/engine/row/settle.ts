import { hasFailed, isToBeRemembered } from './end';
import type { End } from './end';
import type { Attempt } from '../attempt';
import { destinationOf } from './row';
import type { Row } from './row';

/** Gives a row its end, which the run remembers where a later try must not send the row again. */
export function settle(row: Row, end: End, { run, operation }: Attempt): void {
	if (hasFailed(end)) {
		const { outcome, failure } = end;
		const destination = operation.sends ? destinationOf(row) : undefined;
		const own = { ...failure, ...(destination === undefined ? {} : { destination }) };
		const before = run.memory.get(row.id);
		// What may have been sent stays so, whatever became of sending it again.
		row.end = before?.outcome === 'unknown' ? before : { outcome, failure: own };
	} else {
		row.end = end;
		// The text of a message that has left is not needed any more; 100,000 of them are worth letting go.
		row.fields = undefined;
	}
	if (operation.sends && isToBeRemembered(end)) run.memory.set(row.id, row.end);
}

/** Gives rows the end of what failed for all of them, each its own. */
export function settleAll(rows: readonly Row[], end: End, attempt: Attempt): void {
	for (const row of rows) settle(row, end, attempt);
}
