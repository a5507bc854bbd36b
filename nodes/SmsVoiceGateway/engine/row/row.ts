import type { IDataObject } from 'n8n-workflow';

import type { Result } from './result';
import type { RowProblem } from './problem';

/** What every row of a run has, from the input item to its result. */
interface AnyRow {
	/** The input item that it comes from. */
	item: number;
	/** What a retry, or a tool's next call, knows it by: its item, its place in an item's array, or its request. */
	id: number | string;
	/** The row of the sheet that its item comes from, where the item says so. */
	sheetRow?: number | undefined;
	/** Whether it is a message of an item's array, and not the item itself. */
	fromArray?: true | undefined;
	/** Whether an expression within its text gave nothing, which is its problem, or one of its warnings. */
	hasGap?: boolean | undefined;
	/** What it says to whom, where a failure ends the run: by this an n8n 'Retry' knows it again. */
	content?: readonly unknown[] | undefined;
	/** Its unique key, where the user wants one. */
	key?: string | undefined;
	dryRun: boolean;
	/** Whether it is a dry run only because of the credential's test numbers. */
	isHeldByTest?: true | undefined;
	/** The text as the page shows it, where a link to one stands behind it. */
	question?: string | undefined;
}

/** A row that must not be sent. */
export interface WrongRow extends AnyRow {
	state: 'wrong';
	problem: RowProblem;
}

/** A row with nothing wrong, and no result yet. */
export interface ReadyRow<F = object> extends AnyRow {
	state: 'ready';
	/** By the wire's names, as the readers gave them. */
	fields: F;
	/** Further fields that the user wants beside them, by the wire's names. */
	additional?: IDataObject | undefined;
	/** Said in its output, should it be sent. */
	warnings?: string[];
	/** Of a dry run: whether an earlier execution has sent what has its key. */
	isSentBefore?: true;
}

/** A row with its result. Its text is let go: 100,000 of them are worth it. */
export interface DoneRow extends AnyRow {
	state: 'done';
	result: Result;
	/** Where it was wrong: what was wrong with it. */
	problem?: RowProblem;
	/** The number of the request that it left in, from 1 in a run. */
	batch?: number;
	/** The message parts that plain punctuation would save: of a dry run. */
	partsSaved?: number;
	/** Whether it ended so before n8n's Retry. */
	isBefore?: boolean;
}

/** A row goes one way, and is never changed: a later one takes its place. */
export type Row = WrongRow | ReadyRow | DoneRow;

/** A row that has been checked. */
export type CheckedRow = ReadyRow | DoneRow;

export const isWrong = (row: Row): row is WrongRow => row.state === 'wrong';

export const isReady = (row: Row): row is ReadyRow => row.state === 'ready';

/** A row that is reported and not sent, before it was read. */
export const unread = (item: number, result: Result): DoneRow => ({
	state: 'done',
	item,
	id: item,
	dryRun: false,
	result,
});

/** The row that one becomes which turns out to be wrong. */
export const wrongRow = (row: AnyRow, problem: RowProblem): WrongRow => ({
	...anyOf(row),
	state: 'wrong',
	problem,
});

/** The row that one becomes by its result. */
export const doneRow = (row: AnyRow, result: Result): DoneRow => ({
	...anyOf(row),
	state: 'done',
	result,
});

function anyOf(row: AnyRow): AnyRow {
	const { item, id, sheetRow, fromArray, hasGap, content, key } = row;
	const { dryRun, isHeldByTest, question } = row;
	return {
		...{ item, id, sheetRow, fromArray, hasGap, content, key },
		...{ dryRun, isHeldByTest, question },
	};
}

/** A row that says something more in its output, should it be sent; the same where there is nothing to say. */
export const withWarning = <R extends ReadyRow>(row: R, words: string | string[]): R =>
	words.length === 0 ? row : { ...row, warnings: (row.warnings ?? []).concat(words) };

/** What a row's output says besides, where there is something to say: of the row, and of the answer to it. */
export function warningsOf(row: ReadyRow, ofAnswer?: string): { warnings?: string[] } {
	const warnings = [...(row.warnings ?? []), ...(ofAnswer === undefined ? [] : [ofAnswer])];
	return warnings.length === 0 ? {} : { warnings };
}

/** A row as an error names it, behind the name of a parameter. */
export function nameOf({ item, fromArray, id, sheetRow }: AnyRow): string {
	if (fromArray) return `message no. ${Number(String(id).split('.')[1]) + 1} of item ${item}`;
	return sheetRow === undefined ? `item ${item}` : `item ${item} (row ${sheetRow} of the sheet)`;
}
