import { hoursInWords, nextOpening } from '../../time/hours';
import type { RunContext } from '../runContext';
import { outsideHours } from '../row/failures';
import { isReady, withWarning, type CheckedRow, type ReadyRow, type Row } from '../row/row';
import { settle } from '../row/settle';

/**
 * Keeps a row back whose hours don't allow it now (epoch ms), but for one with a time at which the service is to send it;
 * one of a dry run is told so.
 */
export function keepToHours(row: ReadyRow, runContext: RunContext, now: number): CheckedRow {
	const { hours } = runContext.settings;
	if (hours === undefined || runContext.operation.isScheduled?.(row.fields)) return row;
	const opening = nextOpening(now, hours);
	if (opening === undefined) return row;
	const words = `'Time' allows ${hoursInWords(hours)}`;
	const from = new Date(opening).toISOString();
	return row.dryRun
		? withWarning(row, `Now it would not be sent: ${words}, from ${from} on`)
		: settle(row, outsideHours(words, from), runContext);
}

/** The same of all rows. */
export function keepAllToHours(rows: readonly Row[], runContext: RunContext): Row[] {
	const now = Date.now();
	return rows.map((row) => (isReady(row) ? keepToHours(row, runContext, now) : row));
}
