import type { IDataObject } from 'n8n-workflow';

import { type Failure, hasFailed, type Result } from './result';

/**
 * What an operation does once, from the input item to its result. But for that nothing changes once it was read. A row has
 * all of its members for life: V8 finds what it looks for in objects of one shape, and of 100,000 rows each look costs.
 */
export interface Row<F = object> {
	/** The input item that it comes from. */
	readonly item: number;
	/** What a retry, or a tool's next call, knows it by: its item, or its request. */
	readonly id: number | string;
	/** What is wrong with it, so that it must not be sent. Its fields may then be missing. */
	readonly problem: Failure | undefined;
	/** By the wire's names, as the readers gave them. */
	readonly fields: F;
	/** Further fields that the user wants beside them, by the wire's names. */
	readonly additional: IDataObject | undefined;
	/** Said in its output, should it be sent. */
	readonly warnings: readonly string[] | undefined;
	/** Whether one of these is of a gap in a text. */
	readonly hasGap: boolean;
	/** The same with the numbers as they leave and the text before any option rewrites it, where nothing is wrong: by these it is known again. */
	readonly asGiven: object | undefined;
	/** Its unique key, where the user wants one. */
	readonly key: string | undefined;
	readonly dryRun: boolean;
	/** Whether it is a dry run only because of the credential's test numbers. */
	readonly isHeldByTest: boolean;
	/** The text as the page shows it, where a link to one stands behind it. */
	readonly question: string | undefined;
	/** How it ended: given once, by `settle`. */
	result: Result | undefined;
}

/** A row while it is read: nobody else has it yet. */
export type Draft = { -readonly [Name in keyof Row]: Row[Name] };

/** The row of an item, of which nothing is known yet: the one literal that rows are made by. */
export const draftOf = (item: number): Draft => ({
	item,
	id: item,
	problem: undefined,
	fields: {},
	additional: undefined,
	warnings: undefined,
	hasGap: false,
	asGiven: undefined,
	key: undefined,
	dryRun: false,
	isHeldByTest: false,
	question: undefined,
	result: undefined,
});

/** Whether nothing is wrong with a row that has no result yet. */
export const isReady = ({ problem, result }: Row): boolean =>
	problem === undefined && result === undefined;

/** Whether a row is wrong, and does not end otherwise for having been sent before. */
export const isWrong = ({ problem, result }: Row): boolean =>
	problem !== undefined &&
	(result === undefined || (hasFailed(result) && result.failure === problem));

/** A row that is reported and not sent, before it was read. */
export function unread(item: number, result: Result): Row {
	const row = draftOf(item);
	row.result = result;
	return row;
}

/** What a row's output says besides, where there is something to say: of the row, and of the answer to it. */
export function warningsOf({ warnings = [] }: Pick<Row, 'warnings'>, ofAnswer?: string) {
	const said = ofAnswer === undefined ? warnings : [...warnings, ofAnswer];
	return said.length === 0 ? {} : { warnings: [...said] };
}

/** Gives a row its result: the first that it is given stays. */
export function give(row: Row, result: Result): void {
	row.result ??= result;
}

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
