import type { RunContext } from '../runContext';
import { destinationOf } from './content';
import { hasLeft } from './policy';
import { hasFailed, type Result } from './result';
import type { Row } from './row';

/** Gives a row its result: the first that it is given stays. */
export function give(row: Row, result: Result): void {
	row.result ??= result;
}

/** Gives a row its result, which the run remembers where a later try must not send the row again. */
export function settle(row: Row, given: Result, run: RunContext): void {
	if (row.result !== undefined) return;
	const result = endOf(row, given, run);
	if (run.operation.sends && hasLeft(result)) run.memory.results.set(row.id, result);
	give(row, result);
}

/** What a result is for a row: what may have been sent stays so, whatever became of sending it again. */
export function endOf(row: Row, given: Result, { memory, operation }: RunContext): Result {
	if (!hasFailed(given)) return given;
	const before = memory.results.get(row.id);
	if (before?.outcome === 'unknown') return before;
	const destination = destinationOf(row, operation);
	return destination === undefined
		? given
		: { ...given, failure: { ...given.failure, destination } };
}
