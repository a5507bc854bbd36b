import { hoursInWords, nextOpening } from '../../time/hours';
import { outsideHours } from '../row/failures';
import { isReady, type Row } from '../row/row';
import { settle } from '../row/settle';
import type { RunContext } from '../runContext';

/**
 * What keeps a row back now (epoch ms), in words, and when its hours begin next, ISO 8601; undefined where nothing does, or
 * the service itself is to send it later.
 */
export function closed({ fields }: Row, { operation, settings }: RunContext, now: number) {
	const { hours } = settings;
	if (hours === undefined || operation.isScheduled?.(fields)) return undefined;
	const opening = nextOpening(now, hours);
	return opening === undefined
		? undefined
		: { words: `'Time' allows ${hoursInWords(hours)}`, from: new Date(opening).toISOString() };
}

/** Keeps those rows back that are to be sent and whose hours don't allow it now. */
export function keepToHours(rows: readonly Row[], runContext: RunContext): void {
	const now = Date.now();
	for (const row of rows) {
		const found = row.dryRun || !isReady(row) ? undefined : closed(row, runContext, now);
		if (found !== undefined) settle(row, outsideHours(found.words, found.from), runContext);
	}
}
