import { hasLeft } from './policy';
import { failed, hasFailed, type Result } from './result';
import type { RunContext } from '../runContext';
import { destinationOf } from './content';
import { doneRow, type DoneRow, type Row } from './row';

/** Gives a row its result, which the run remembers where a later try must not send the row again. */
export function settle(row: Row, given: Result, { memory, operation }: RunContext): DoneRow {
	const before = memory.results.get(row.id);
	const destination = destinationOf(row, operation);
	let result = given;
	// What may have been sent stays so, whatever became of sending it again.
	if (hasFailed(given) && before?.outcome === 'unknown') result = before;
	else if (hasFailed(given) && destination !== undefined)
		result = failed({ ...given.failure, destination });
	if (operation.sends && hasLeft(given)) memory.results.set(row.id, result);
	return doneRow(row, result);
}
