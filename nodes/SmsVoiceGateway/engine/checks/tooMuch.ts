import { amount } from '../../text/amount';
import { KEYS_KEPT } from '../../options/uniqueKey';
import { ENTRIES_PER_KEY } from '../keys/keys';
import type { Operation } from '../operation';
import { rejected, type Failed, type Failure } from '../row/result';
import type { Row } from '../row/row';

/** How rows end that are too many to be recorded, or to be sent but by accident; undefined where they are not. */
export function tooMuch(
	rows: readonly Row[],
	{
		operation,
		settings: { limits },
	}: {
		operation: Pick<Operation, 'recipients'>;
		settings: { limits: { maxMessages: number; maxPerNumber: number } };
	},
): Failed | undefined {
	const { maxMessages, maxPerNumber } = limits;
	const isCounted = maxMessages > 0 || maxPerNumber > 0;
	const messages = isCounted ? rows.reduce((sum, row) => sum + messagesOf(row, operation), 0) : 0;
	const found =
		tooManyKeys(rows, maxPerNumber === 0 ? 0 : messages) ?? tooMany(messages, maxMessages);
	return found && rejected(found);
}

/** What is wrong with a run that has more to record than n8n keeps: each further entry would push out another of them. */
function tooManyKeys(rows: readonly Row[], messages: number): Failure | undefined {
	const each = ENTRIES_PER_KEY;
	const most = each * KEYS_KEPT;
	if (each * rows.length + messages <= most) return undefined;
	const keys = new Set(rows.flatMap(({ key }) => key ?? [])).size;
	if (each * keys + messages <= most) return undefined;
	const given = [
		...(keys > 0 ? [`${amount(keys)} different keys of 'Send Once'`] : []),
		...(messages > 0 ? [`${amount(messages)} messages for 'Max per Number' to count`] : []),
	];
	const limit =
		messages > 0
			? `more than n8n keeps of a node`
			: `and n8n keeps the last ${amount(KEYS_KEPT)} of a node`;
	const part = Math.floor(KEYS_KEPT / (messages > 0 && keys > 0 ? 2 : 1));
	return {
		message: `This run has ${given.join(' and ')}, ${limit}, so nothing was sent`,
		advice: `Split the rows, and give each part of up to ${amount(part)} to a copy of this node: each copy keeps its own.`,
	};
}

function tooMany(messages: number, most: number): Failure | undefined {
	if (most === 0 || messages <= most) return undefined;
	return {
		message: `This run would send ${amount(messages)} messages, and 'Max Messages' allows ${amount(most)}, so nothing was sent`,
		advice: "Look at the input of the node. If all of them are meant, raise 'Max Messages'.",
	};
}

/** How many messages a row is: one for each number. */
const messagesOf = ({ fields }: Row, { recipients }: Pick<Operation, 'recipients'>): number =>
	recipients?.(fields).length ?? 1;
