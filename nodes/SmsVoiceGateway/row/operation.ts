import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Field } from '../fields/field';
import type { Options } from '../options/options';
import type { Json } from '../values/json';
import type { RowVerdict } from '../service/answer';
import type { Endpoint } from '../wire/target';
import { sameNumber } from '../numbers/digits';
import { sameText } from '../text/wording';
import { numbersIn, type Row } from './row';

/**
 * One operation, whole: its entry in the selector, where its requests go, its fields, how its rows share a
 * request, and what a row's result is. `F` is what its fields are read as, by the wire's names.
 */
export interface Operation<F = object> {
	resource: 'sms' | 'call' | 'report';
	name: string;
	/** Of its own among all resources: a field is shown by resource and operation, each for itself (see `fieldsOf`). */
	value: string;
	/** What the node panel lists: sentence case, no article, names the resource. */
	action: string;
	description: string;
	/** What tells n8n's AI workflow builder when to choose it, and what to make of its output. */
	builderHint: string;
	endpoint: Endpoint;
	/** Whether a request costs money and reaches a person. */
	sends: boolean;
	/** False where an agent's tool shall not have it. */
	asTool?: false;
	/** Whether a wrong row keeps all back also where the node continues on errors, unless 'Invalid Rows' says otherwise. */
	allOrNone?: true;
	/** Whether a link to a page follows the text, and the run waits for the answer. It then has one row. */
	asks?: true;
	/** Fields of the wire that are never shown, not in a dry run and not where an answer repeats them. */
	secretFields?: string[];
	/** What the panel shows behind the fields that is no field of a row. */
	parameters?: INodeProperties[];
	/** The fields of a row. */
	fields: readonly Field[];
	options: Options;
	/** The names that a row's output items have, beside those of a failure: an input's own columns of these names give way. */
	results: readonly string[];
	/** Rows as requests, in order: each list is one. Every row is in one of them. */
	share(rows: Array<Row<F>>, batchSize: number): Array<Array<Row<F>>>;
	/** The body that these rows make, without the login; whatever stands in their fields is in it. */
	toBody(rows: Array<Row<F>>): IDataObject;
	/** A row that is not sent now, because it was before: with the ids of that time, as far as they are known. */
	sentBefore?(row: Row<F>, ids: readonly string[]): IDataObject;
	/**
	 * A row of a dry run: `request` is method, address, format and body, without the login and without a secret, for the first
	 * of the rows that share it; `batch` its number in the run, from 1.
	 */
	dryRun?(row: Row<F>, shown: { batch: number; request?: IDataObject }): IDataObject;
	/** Whether a row may go to more numbers than one request carries: it then leaves in several. */
	isGroup?: true;
	/** What its numbers get, `{ message }`: where this and the numbers are equal, so is the message. Whoever adds to it changes the keys of what was sent. */
	content?(fields: F): unknown;
	/** Of a question about what may change. */
	polling?: {
		/** Whether a row's items can't change any more. */
		isOver(items: readonly IDataObject[]): boolean;
		/** What they are with what a later answer says. */
		renew(items: readonly IDataObject[], later: readonly IDataObject[]): IDataObject[];
		/** A row's fields in parts that one request of `most` values holds; none where there is nothing to ask. */
		parts(fields: F, most: number): F[];
		/** The items of a row that has nothing to ask. */
		unasked(): IDataObject[];
		/** What became of all, as the hint says it. */
		countOf(items: readonly IDataObject[]): string;
	};
	/**
	 * The output items of each row of an accepted request, in their order; the answer has no secret in it any more. `said`
	 * is what it says of each row, of an operation that sends.
	 */
	toItems(
		rows: Array<Row<F>>,
		response: Json,
		batch: number,
		said: readonly RowVerdict[],
	): IDataObject[][];
}

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
