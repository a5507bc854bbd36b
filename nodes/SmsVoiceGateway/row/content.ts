import type { IDataObject } from 'n8n-workflow';

import { sameNumber } from '../numbers/digits';
import { sameText } from '../text/wording';
import type { Operation } from './operation';
import type { Row } from './row';

/** What a message says to whom, and when, in fields by the wire's names, whichever operation sends it. */
interface Message {
	destination?: string | readonly string[];
	message?: string;
	scheduled?: string;
}

/** The numbers that a row goes to; none of a question. */
export function numbersIn({ destination = [] }: Message): readonly string[] {
	return typeof destination === 'string' ? [destination] : destination;
}

/** A row's fields with other numbers: of a call, or a row of a bulk, with another one. */
export function withNumbers(fields: Message, numbers: readonly string[]): object {
	const isOne = typeof fields.destination === 'string';
	return { ...fields, destination: isOne ? numbers[0] : numbers };
}

/** The text of a row that is one. */
export const textIn = ({ message }: Message): string | undefined => message;

/** Whether the service itself is to send it, at a time of the row's. */
export const isScheduled = ({ scheduled }: Message): boolean => scheduled !== undefined;

/** The body of the request that `rows` share, with their further fields and without the login. */
export const bodyOf = (rows: Row[], operation: Operation): IDataObject =>
	operation.toBody(
		rows.map((row) =>
			row.additional === undefined ? row : { ...row, fields: { ...row.fields, ...row.additional } },
		),
	);

/** Whom a row goes to, in whatever order and writing. */
const recipientsOf = ({ asGiven }: Row): string[] =>
	numbersIn(asGiven ?? {})
		.map(sameNumber)
		.sort();

/**
 * What a row says to whom, before any option rewrites the text: the same when it goes at another time, from another sender,
 * or in another request, and in whichever writing a person takes for the same.
 */
export const contentOf = (row: Row, operation: Operation): readonly unknown[] => [
	recipientsOf(row),
	comparable(operation.content?.(row.asGiven ?? {})),
];

/** A content with its texts as they are compared. */
function comparable(content: unknown): unknown {
	if (typeof content === 'string') return sameText(content);
	if (typeof content !== 'object' || content === null) return content;
	return Object.entries(content).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, comparable(value)]],
	);
}

/** What *Send Once* knows a row by, under the name of a campaign or none: its content, or where `by` is `number` whom it goes to. */
export const onceName = (row: Row, operation: Operation, by: unknown, campaign?: string): string =>
	JSON.stringify([
		by,
		campaign,
		...(by === 'number' ? [recipientsOf(row)] : contentOf(row, operation)),
	]);
