import { describeRow } from '../response/bulkRows';
import { duplicateOf } from './duplicate';
import type { Row } from './row';

/**
 * Gives rows of a dry run their end: what would be sent, and in which batch. A key's second row is a
 * duplicate; whether an earlier execution has used a key is not asked, because asking records it.
 */
export function showDry(rows: Row[], batchSize: number): void {
	const seen = new Set<string>();
	let count = 0;
	for (const row of rows) {
		const { message, key } = row;
		if (message === undefined) continue;
		if (key !== undefined && seen.has(key)) {
			row.end = duplicateOf(row);
			continue;
		}
		if (key !== undefined) seen.add(key);
		const rest = { message: message.message, sendToBlacklist: message.send_to_blacklist === 1 };
		const batch = Math.floor(count++ / batchSize) + 1;
		const item = { outcome: 'dryRun', messageId: null, ...describeRow(message), batch };
		row.end = { outcome: 'dryRun', items: [{ ...item, ...rest }] };
	}
}
