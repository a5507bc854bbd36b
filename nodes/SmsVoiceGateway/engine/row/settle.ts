import { hoursInWords, nextOpening } from '../../time/hours';
import type { RunContext } from '../runContext';
import { outsideHours } from './failures';
import { type Failed, hasFailed, hasLeft, type Result } from './result';
import { destinationOf, type Row } from './row';

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

/** Gives rows that have none yet the same result, where there is one. */
export function settleAll(rows: readonly Row[], result: Result | undefined, run: RunContext): void {
	if (result !== undefined) for (const row of rows) settle(row, result, run);
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

/** How a row ends that its hours keep back now (epoch ms); undefined where they don't, or the service itself is to send it later. */
export function outOfHours(
	{ fields }: Row,
	{ operation, settings }: RunContext,
	now: number,
): Failed | undefined {
	const { hours } = settings;
	if (hours === undefined || operation.isScheduled?.(fields)) return undefined;
	const opening = nextOpening(now, hours);
	return opening === undefined
		? undefined
		: outsideHours(`'Time' allows ${hoursInWords(hours)}`, new Date(opening).toISOString());
}
