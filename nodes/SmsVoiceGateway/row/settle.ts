import type { Operation } from './operation';
import type { RunContext } from '../engine/runContext';
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
export function keepingDoubt(row: Row, given: Result, { memory, operation }: RunContext): Result {
	if (!hasFailed(given)) return given;
	const before = memory.results.get(row.id);
	if (before?.outcome === 'unknown') return before;
	const destination = destinationOf(row, operation);
	return destination === undefined
		? given
		: { ...given, failure: { ...given.failure, destination } };
}

/** Where a row goes, as its failure names it; undefined where it is wrong. */
const destinationOf = (
	{ fields, problem }: Row,
	{ recipients }: Pick<Operation, 'recipients'>,
): string | undefined => (problem === undefined ? recipients?.(fields).join(',') : undefined);
