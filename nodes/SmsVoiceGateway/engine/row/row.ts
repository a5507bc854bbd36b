import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Hours } from '../../time/hours';
import type { Operation } from '../operation';
import type { Content } from './content';
import type { Result } from './result';
import type { RowProblem } from './problem';

/** One row of a run, from the input item to its result. */
export interface Row<F = object> {
	/** The input item that it comes from. */
	item: number;
	/** What a retry, or a tool's next call, knows it by: its item, its place in an item's array, or its request. */
	id: number | string;
	/** The row of the sheet that its item comes from, where the item says so. */
	sheetRow?: number | undefined;
	/** Whether it is a message of an item's array, and not the item itself. */
	fromArray?: true;
	/** By the wire's names, as the readers gave them; undefined where something is wrong, and once it has left. */
	fields?: F | undefined;
	/** Further fields that the user wants beside them, by the wire's names. */
	additional?: IDataObject | undefined;
	/** Said in the output of a row that is sent all the same. */
	warnings?: string[];
	/** Whether its body leaves as multipart/form-data. */
	multipart: boolean;
	problem?: RowProblem | undefined;
	/** Whether an expression within its text gave nothing, which is its problem, or one of its warnings. */
	hasGap?: boolean;
	/** The campaign that it belongs to, which makes its key. */
	campaign?: string | undefined;
	/** What it says to whom, where a failure ends the run: by this an n8n 'Retry' knows it again. */
	content?: Content | undefined;
	/** Its unique key, where the user wants one. */
	key?: string | undefined;
	/** The hours in which it may go; undefined where it may go at any. */
	hours?: Hours | undefined;
	dryRun: boolean;
	/** Of a dry run: whether an earlier execution has sent what has its key. */
	isSentBefore?: true;
	/** Whether it is a dry run only because of the credential's test numbers. */
	isHeldByTest?: true;
	resendUnknown: boolean;
	/** Request Options of its own, where they are an expression: the first row of a request gives them. */
	request?: Partial<IHttpRequestOptions> | undefined;
	/** The number of the request that it left in, from 1 in a run. */
	batch?: number;
	/** The text as the page shows it, where a link to one stands behind it. */
	question?: string;
	/** The message parts that plain punctuation would save: of a dry run. */
	partsSaved?: number;
	/** Whether it ended so before n8n's Retry. */
	isBefore?: boolean;
	/** How it ended. */
	result?: Result;
}

/** A row with nothing wrong. */
export type RowOf<F = object> = Row<F> & { fields: F };

/** A row that is reported and not sent, before it was read. */
export const unread = (item: number): Row => ({
	item,
	id: item,
	multipart: false,
	dryRun: false,
	resendUnknown: false,
});

/** Whether a row has its fields: nothing is wrong with it, and it has not left. */
export function isWhole<F>(row: Row<F>): row is RowOf<F> {
	return row.fields !== undefined;
}

/** Where a row goes, as its failure names it. */
export function destinationOf(
	{ fields }: Row,
	{ recipients }: Pick<Operation, 'recipients'>,
): string | undefined {
	return fields === undefined ? undefined : recipients?.(fields).join(',');
}

/** A row that says something more in its output, should it be sent. */
export const withWarning = <R extends Row>(row: R, words: string): R => ({
	...row,
	warnings: [...(row.warnings ?? []), words],
});

/** What a row's output says besides, where there is something to say: of the row, and of the answer to it. */
export function warningsOf(row: Row, ofAnswer?: string): { warnings?: string[] } {
	const warnings = [...(row.warnings ?? []), ...(ofAnswer === undefined ? [] : [ofAnswer])];
	return warnings.length === 0 ? {} : { warnings };
}

/** A row as an error names it, behind the name of a parameter. */
export function nameOf({ item, fromArray, id, sheetRow }: Row): string {
	if (fromArray) return `message no. ${Number(String(id).split('.')[1]) + 1} of item ${item}`;
	return sheetRow === undefined ? `item ${item}` : `item ${item} (row ${sheetRow} of the sheet)`;
}
