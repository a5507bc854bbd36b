import type { IDataObject } from 'n8n-workflow';

import { sameNumber } from '../../numbers/sameNumber';
import { sameText } from '../../text/sameText';
import type { Operation } from '../operation';
import type { RunContext } from '../runContext';
import { type Failure, hasFailed, hasLeft, type Result } from './result';

/**
 * What an operation does once, from the input item to its result. But for that nothing changes once it was read. A row has
 * all of its members for life: V8 finds what it looks for in objects of one shape, and of 100,000 rows each look costs.
 */
export interface Row<F = object> {
	/** The input item that it comes from. */
	readonly item: number;
	/** What a retry, or a tool's next call, knows it by: its item, or its request. */
	readonly id: number | string;
	/** The row of the sheet that its item comes from, where the item says so. */
	readonly sheetRow: number | undefined;
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
	sheetRow: undefined,
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

/** A row as an error names it, behind the name of a parameter. */
export function nameOf({ item, sheetRow }: Row): string {
	return sheetRow === undefined ? `item ${item}` : `item ${item} (row ${sheetRow} of the sheet)`;
}

/** Whom a row goes to, in whatever order and writing. */
const recipientsOf = ({ asGiven }: Row, { recipients }: Operation): string[] =>
	(recipients?.(asGiven ?? {}) ?? []).map(sameNumber).sort();

/**
 * What a row says to whom, before any option rewrites the text: the same when it goes at another time, from another sender,
 * or in another request, and in whichever writing a person takes for the same.
 */
export const contentOf = (row: Row, operation: Operation): readonly unknown[] => [
	recipientsOf(row, operation),
	comparable(operation.content?.(row.asGiven ?? {})),
];

/** A content with its texts as they are compared. */
function comparable(content: unknown): unknown {
	if (typeof content === 'string') return sameText(content);
	if (typeof content !== 'object' || content === null) return content;
	return Object.entries(content).map(([name, value]) => [name, comparable(value)]);
}

/** What *Send Once* knows a row by, under the name of a campaign or none: its content, or where `by` is `number` whom it goes to. */
export const onceName = (row: Row, operation: Operation, by: unknown, campaign?: string): string =>
	JSON.stringify([
		by,
		campaign,
		...(by === 'number' ? [recipientsOf(row, operation)] : contentOf(row, operation)),
	]);

/** Where a row goes, as its failure names it; undefined where it is wrong. */
const destinationOf = (
	{ fields, problem }: Row,
	{ recipients }: Pick<Operation, 'recipients'>,
): string | undefined => (problem === undefined ? recipients?.(fields).join(',') : undefined);

/** Gives a row its result: the first that it is given stays. */
export function give(row: Row, result: Result): void {
	row.result ??= result;
}

/** Gives a row its result, which the run remembers where a later try must not send the row again. */
export function settle(row: Row, given: Result, run: RunContext): void {
	if (row.result !== undefined) return;
	const result = keepingDoubt(row, given, run);
	if (run.operation.sends && hasLeft(result)) run.memory.results.set(row.id, result);
	give(row, result);
}

/** Gives rows that have none yet the same result, where there is one. */
export function settleAll(rows: readonly Row[], result: Result | undefined, run: RunContext): void {
	if (result !== undefined) for (const row of rows) settle(row, result, run);
}

/** What a result is for a row: what may have been sent stays so, whatever became of sending it again. */
export function keepingDoubt(row: Row, given: Result, { memory, operation }: RunContext): Result {
	if (!hasFailed(given)) return given;
	const before = memory.results.get(row.id);
	if (before?.outcome === 'unknown') return before;
	const destination = destinationOf(row, operation);
	return destination === undefined
		? given
		: { ...given, failure: { ...given.failure, destination } };
}

/** The body of the request that `rows` share, with their further fields and without the login. */
export const bodyOf = (rows: Row[], operation: Operation): IDataObject =>
	operation.toBody(
		rows.map((row) =>
			row.additional === undefined ? row : { ...row, fields: { ...row.fields, ...row.additional } },
		),
	);
