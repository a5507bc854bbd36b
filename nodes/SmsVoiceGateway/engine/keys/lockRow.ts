import type { IExecuteFunctions, Workflow } from 'n8n-workflow';

import { whileBusy } from './whileBusy';

const SCOPE = 'workflow';
const OPTIONS = { mode: 'entries' } as const;

/** The row of n8n's deduplication store that all nodes of a workflow share. */
export interface LockRow {
	/** How many entries it has; 0 where there is no row. */
	count(): Promise<number>;
	/** Adds entries, all different, and makes the row where there is none. Gives those that were new. */
	record(entries: string[]): Promise<string[]>;
	/** Takes entries out. */
	remove(entries: string[]): Promise<void>;
	/** Deletes the row. Tried once: whoever may do so now may not a moment later. */
	clear(): Promise<void>;
}

/** That row, of the workflow that is run. */
export function lockRowOf(context: IExecuteFunctions): LockRow {
	const { helpers } = context;
	return {
		count: async () => await helpers.getProcessedDataCount(SCOPE, OPTIONS),
		record: async (entries) => {
			const { new: fresh } = await whileBusy(
				async () => await helpers.checkProcessedAndRecord(entries, SCOPE, OPTIONS),
			);
			return fresh.map(String);
		},
		remove: async (entries) =>
			await whileBusy(async () => await helpers.removeProcessed(entries, SCOPE, OPTIONS)),
		clear: async () => await helpers.clearAllProcessedItems(SCOPE, OPTIONS),
	};
}

/**
 * Whether an error of n8n's store says that somebody else has made a row at the same moment: in the words of SQLite,
 * PostgreSQL and MySQL. A workflow that was never saved breaks another constraint, and always will.
 */
export function isTaken(error: unknown): boolean {
	return /unique|duplicate/i.test(String(error));
}

/** Whether an error of n8n's store says that a row holds what Remove Duplicates keeps as a number or a date. */
export function isOfOthers(error: unknown): boolean {
	return /incompatible setting/i.test(String(error));
}

/**
 * Whether another node of the workflow has the row: n8n's Remove Duplicates, where its scope is the workflow. n8n gives a
 * node its workflow, but not in the types; where it does not, the row itself shows it.
 */
export function isRowTaken(context: object): boolean {
	const { workflow } = context as { workflow?: Partial<Workflow> };
	return Object.values(workflow?.nodes ?? {}).some(({ type, parameters }) => {
		const { scope = 'node' } = (parameters.options ?? {}) as { scope?: unknown };
		return type === 'n8n-nodes-base.removeDuplicates' && scope !== 'node';
	});
}
