import { sameNumber } from '../numbers/digits';
import { inBatches } from '../row/requests';
import type { Row } from '../row/row';
import type { RunContext } from '../engine/runContext';

/**
 * A row whose numbers are more than one request carries, as several rows of the same item: each leaves in a request of its
 * own and has its own result, so that what becomes of one says nothing of the others. With a *Batch Size* of 1, where no
 * numbers are to be put together, an item's numbers stay together.
 */
export function inParts(row: Row, { operation, settings }: RunContext): Row[] {
	const { recipients, withRecipients, isGroup } = operation;
	const { batchSize } = settings.speed;
	const { fields, asGiven, id, key } = row;
	if (!isGroup || batchSize < 2 || row.problem !== undefined) return [row];
	const numbers = recipients?.(fields) ?? [];
	if (withRecipients === undefined || numbers.length <= batchSize) return [row];
	return inBatches([...numbers], batchSize).map((some, part): Row => ({
		...row,
		id: `${id} part ${part}`,
		fields: withRecipients(fields, some),
		asGiven: asGiven && withRecipients(asGiven, some),
		// What was said of the numbers was said of all of them.
		warnings: part === 0 ? row.warnings : undefined,
		key: key === undefined ? undefined : JSON.stringify([key, some.map(sameNumber)]),
	}));
}
