import { messageParts } from '../../lib/messageParts';
import { KEYS_KEPT } from '../../lib/uniqueKey';
import type { Failure } from '../row/failure';
import { nameOf } from '../row/row';
import type { Row, RowOf } from '../row/row';

/** What the user does not want to be exceeded, by accident; undefined where there is no such limit. */
export interface Limits {
	/** Messages of a run, one for each number. */
	messages: number | undefined;
	/** Parts of a text. */
	parts: number | undefined;
	/** The least credit at which anything is sent. */
	credit: number | undefined;
	/** Failed requests in a row, where the node continues on errors. */
	failures: number | undefined;
}

/** Makes a wrong row of each whose text has too many parts. */
export function refuseLongTexts(rows: readonly Row[], { parts: most }: Limits): void {
	if (most === undefined) return;
	for (const row of rows) {
		const { message } = (row.fields ?? {}) as { message?: string };
		if (message === undefined) continue;
		const { parts } = messageParts(message);
		if (parts <= most) continue;
		row.problem = {
			message: `'Message' of ${nameOf(row)} has ${parts} message parts, and 'Max Parts' allows ${most}`,
			advice: "Shorten the text, or raise 'Max Parts'.",
		};
		row.fields = undefined;
	}
}

/** The failure of a run that has more unique keys than n8n keeps: each further one would push out another of them. */
export function tooManyKeys(rows: readonly RowOf[]): Failure | undefined {
	if (rows.length <= KEYS_KEPT) return undefined;
	const count = new Set(rows.flatMap(({ key }) => key ?? [])).size;
	if (count <= KEYS_KEPT) return undefined;
	const [given, kept] = [count, KEYS_KEPT].map((number) => number.toLocaleString('en-US'));
	return {
		outcome: 'rejected',
		message: `This run has ${given} different keys of 'Unique Key' or 'Campaign', and n8n keeps the last ${kept} of a node, so nothing was sent`,
		advice: `Split the rows, and give each part of up to ${kept} to a copy of this node: each copy has keys of its own.`,
	};
}

/** The failure of a run that would send too many messages; undefined where it would not. */
export function tooMany(rows: readonly RowOf[], { messages: most }: Limits): Failure | undefined {
	if (most === undefined) return undefined;
	const count = rows.reduce((sum, row) => sum + messagesOf(row), 0);
	if (count <= most) return undefined;
	const [would, allowed] = [count, most].map((number) => number.toLocaleString('en-US'));
	return {
		outcome: 'rejected',
		message: `This run would send ${would} messages, and 'Max Messages' allows ${allowed}, so nothing was sent`,
		advice: "Look at the input of the node. If all of them are meant, raise 'Max Messages'.",
	};
}

/** How many messages a row is: one for each number. */
export function messagesOf({ fields }: RowOf): number {
	const { destination } = fields as { destination?: unknown };
	return Array.isArray(destination) ? destination.length : 1;
}
