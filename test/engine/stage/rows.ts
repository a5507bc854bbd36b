import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RecordedMessage, RecordedRequest, Sandbox } from '../../../sandbox/index.ts';

/** A number of its own for each row, in order. */
export const numbers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => numberOf(index));

export const numberOf = (index: number): string => `0912${String(index).padStart(7, '0')}`;

/** Rows with a number and a text each. */
export const rowsFor = (count: number): IDataObject[] =>
	numbers(count).map((to, index) => ({ to, text: `Hello no. ${index}` }));

/** The requests that arrived, without the question for the credit, which sends nothing. */
export const leaving = (sandbox: Sandbox): RecordedRequest[] =>
	sandbox.requests().filter(({ path }) => path !== '/v1/report/credit');

/** The destinations of each bulk request that reached the sandbox, in order of arrival. */
export const batchesAt = (sandbox: Sandbox): string[][] =>
	leaving(sandbox).map(({ fields }) => {
		const { data } = fields as { data?: IDataObject[] };
		return (data ?? []).map(({ destination }) => String(destination));
	});

export const messageTo = (sandbox: Sandbox, to: string): RecordedMessage | undefined =>
	sandbox.messages().find(({ destination }) => destination === to);

/** The members that a failed item holds under `details`. */
export const detailsOf = (item: INodeExecutionData | undefined): IDataObject =>
	(item?.json.details ?? (item?.json.error === undefined ? {} : item.json)) as IDataObject;

export const outcomeOf = (item: INodeExecutionData): unknown =>
	detailsOf(item).outcome ?? item.json.outcome;

export const outcomesOf = (items: INodeExecutionData[]): unknown[] => items.map(outcomeOf);

/** The input item that an output item is paired with. */
export function pairOf({ pairedItem }: INodeExecutionData): number | undefined {
	return typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : undefined;
}

/** A list with `count` times the same. */
export const times = <T>(count: number, value: T): T[] =>
	Array.from({ length: count }, () => value);
