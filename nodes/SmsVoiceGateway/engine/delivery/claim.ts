import type { Attempt } from '../attempt';
import { duplicateOf } from '../row/duplicate';
import { hasFailed } from '../row/end';
import { brokenOff, keysUnavailable, notSent } from '../row/failures';
import type { Row, RowOf } from '../row/row';
import { settle, settleAll } from '../row/settle';

/** The rows of a request that may leave; those whose key was used before are settled. */
export async function claim(
	rows: RowOf[],
	attempt: Attempt,
): Promise<{ free: RowOf[]; busy: RowOf[] }> {
	const { keys, operation, context } = attempt;
	if (keys === undefined) return { free: rows, busy: [] };
	const first = new Map<string, RowOf>();
	for (const row of rows) {
		if (row.key !== undefined && !first.has(row.key)) first.set(row.key, row);
	}
	try {
		const again = [...first].flatMap(([key, { resendUnknown }]) => (resendUnknown ? key : []));
		const claimed = await keys.claim([...first.keys()], new Set(again));
		const free: RowOf[] = [];
		const busy: RowOf[] = [];
		for (const row of rows) {
			const { key } = row;
			if (key === undefined) free.push(row);
			else if (claimed.free.has(key)) (first.get(key) === row ? free : busy).push(row);
			else if (claimed.busy.has(key)) busy.push(row);
			// Of another execution: no reason to keep the others back.
			else if (claimed.broken.has(key)) settle(row, brokenOff(claimed.broken.get(key)), attempt);
			else settle(row, duplicateOf(row, operation), attempt);
		}
		return { free, busy };
	} catch (error) {
		if (context.getExecutionCancelSignal()?.aborted) {
			settleAll(rows, notSent('stopped'), attempt);
			return { free: [], busy: [] };
		}
		attempt.failed = true;
		settleAll(rows, keysUnavailable(error), attempt);
		return { free: [], busy: [] };
	}
}

/** Frees the keys of rows that were not sent. */
export async function release(rows: readonly Row[], { keys, context }: Attempt): Promise<void> {
	if (keys === undefined) return;
	try {
		await keys.release(rows.flatMap(({ key }) => key ?? []));
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		for (const { end } of rows) {
			if (end === undefined || !hasFailed(end)) continue;
			end.failure.advice += ` Its unique key could not be freed (${said}): give the row another one before you send it again.`;
		}
		context.logger.warn(`Unique keys could not be freed: ${said}`);
	}
}
