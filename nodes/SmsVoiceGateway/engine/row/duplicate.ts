import type { Result } from './result';
import type { Operation } from '../operation';
import type { ReadyRow } from './row';

/** The end of a row that is not sent, because its key was used before. */
export function duplicateOf(row: ReadyRow, operation: Operation): Result {
	return {
		outcome: 'duplicate',
		items: [{ outcome: 'duplicate', ...operation.sentBefore?.(row, []) }],
	};
}
