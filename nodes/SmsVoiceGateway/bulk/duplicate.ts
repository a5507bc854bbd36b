import type { Settled } from '../dispatch/settled';
import { describeRow } from '../response/bulkRows';
import type { Row } from './row';

/** The end of a row that is not sent, because its key was used before. */
export function duplicateOf({ message }: Row): Settled {
	const described = message === undefined ? {} : describeRow(message);
	const item = { outcome: 'duplicate', messageId: null, ...described, batch: null };
	return { outcome: 'duplicate', items: [item] };
}
