import { messageParts } from '../../text/messageParts';
import { KEYS_KEPT } from '../../options/uniqueKey';
import { entriesPerKey } from '../keys/age';
import { ENTRIES_PER_KEY } from '../keys/keyStore';
import type { Failure } from '../row/failure';
import type { Limits } from '../../options/limits';
import type { Operation } from '../operation';
import type { RunContext } from '../runContext';
import { nameOf, wrongRow, type ReadyRow, type WrongRow } from '../row/row';

/** Makes a wrong row of one whose text has too many parts. */
export function refuseLongText(
	row: ReadyRow,
	{ operation, settings }: RunContext,
): ReadyRow | WrongRow {
	const { maxParts: most } = settings.limits;
	const message = most === 0 ? undefined : operation.text?.(row.fields);
	if (message === undefined) return row;
	const { parts } = messageParts(message);
	if (parts <= most) return row;
	return wrongRow(row, {
		message: `'Message' of ${nameOf(row)} has ${parts} message parts, and 'Max Parts' allows ${most}`,
		advice: "Shorten the text, or raise 'Max Parts'.",
	});
}

/** What of a run says how much it may be. */
interface Limited {
	operation: Pick<Operation, 'recipients'>;
	settings: { limits: Limits; once: { hours: number } };
}

/** The failure of a run with more to record than n8n keeps: each further entry would push out another of them. */
export function tooManyKeys(
	rows: readonly ReadyRow[],
	{ operation, settings: { limits, once } }: Limited,
): Failure | undefined {
	const { maxPerNumber } = limits;
	const each = entriesPerKey(once.hours);
	const kept = Math.floor((ENTRIES_PER_KEY * KEYS_KEPT) / each);
	const messages = maxPerNumber === 0 ? 0 : countMessages(rows, operation);
	const most = ENTRIES_PER_KEY * KEYS_KEPT;
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
			: `and n8n keeps the last ${amount(kept)} of a node`;
	const part = Math.floor(kept / (messages > 0 && keys > 0 ? 2 : 1));
	return {
		outcome: 'rejected',
		message: `This run has ${given.join(' and ')}, ${limit}, so nothing was sent`,
		advice: `Split the rows, and give each part of up to ${amount(part)} to a copy of this node: each copy keeps its own.`,
	};
}

/** The failure of a run that would send too many messages; undefined where it would not. */
export function tooMany(
	rows: readonly ReadyRow[],
	{ operation, settings }: Limited,
): Failure | undefined {
	const { maxMessages: most } = settings.limits;
	if (most === 0) return undefined;
	const count = countMessages(rows, operation);
	if (count <= most) return undefined;
	return {
		outcome: 'rejected',
		message: `This run would send ${amount(count)} messages, and 'Max Messages' allows ${amount(most)}, so nothing was sent`,
		advice: "Look at the input of the node. If all of them are meant, raise 'Max Messages'.",
	};
}

const amount = (count: number) => count.toLocaleString('en-US');

const countMessages = (rows: readonly ReadyRow[], operation: Limited['operation']) =>
	rows.reduce((sum, row) => sum + messagesOf(row, operation), 0);

/** How many messages a row is: one for each number. */
export const messagesOf = ({ fields }: ReadyRow, { recipients }: Limited['operation']): number =>
	recipients?.(fields).length ?? 1;
