import { hoursInWords, nextOpening } from '../../time/hours';
import type { RunContext } from '../runContext';
import { outsideHours } from '../row/failures';
import { isWhole } from '../row/row';
import type { Row } from '../row/row';
import { settle } from '../row/settle';

/**
 * Settles rows whose hours don't allow them now, but for those with a time at which the service is to send them; of a dry
 * run they are told so. Gives those that may go.
 */
export function keepToHours<R extends Row>(rows: readonly R[], runContext: RunContext): R[] {
	const now = Date.now();
	for (const row of rows) {
		const { hours, result } = row;
		if (hours === undefined || result !== undefined || !isWhole(row)) continue;
		if (runContext.operation.isScheduled?.(row.fields)) continue;
		const opening = nextOpening(now, hours);
		if (opening === undefined) continue;
		const words = `'Time' allows ${hoursInWords(hours)}`;
		const from = new Date(opening).toISOString();
		if (row.dryRun)
			(row.warnings ??= []).push(`Now it would not be sent: ${words}, from ${from} on`);
		else settle(row, outsideHours(words, from), runContext);
	}
	return rows.filter(({ result }) => result === undefined);
}
