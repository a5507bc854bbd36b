import type { RunContext } from '../engine/runContext';
import { numbersIn } from './content';
import { hasFailed, hasLeft, type Result } from './result';
import { give, type Row } from './row';

/** Gives a row its result, which the run remembers where a later try must not send the row again. */
export function settle(row: Row, given: Result, run: RunContext): void {
	if (row.result !== undefined) return;
	const result = keepingDoubt(row, given, run);
	if (run.operation.sends && hasLeft(result)) run.memory.results.set(row.id, result);
	give(row, result);
}

/** Gives rows that have none yet the same result, where there is one. */
export function settleAll(rows: readonly Row[], result: Result | undefined, run: RunContext): void {
	if (result !== undefined) for (const row of rows) settle(row, result, run);
}

/** What a result is for a row: what may have been sent stays so, whatever became of sending it again. */
export function keepingDoubt(row: Row, given: Result, { memory }: RunContext): Result {
	if (!hasFailed(given)) return given;
	const before = memory.results.get(row.id);
	if (before?.outcome === 'unknown') return before;
	const numbers = numbersIn(row.fields);
	// Of a wrong row its problem names it.
	if (row.problem !== undefined || numbers.length === 0) return given;
	return { ...given, failure: { ...given.failure, destination: numbers.join(',') } };
}
