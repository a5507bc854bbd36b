import { sleep, type IExecuteFunctions, type Workflow } from 'n8n-workflow';

/** No user's key begins like it. */
export const NAME = 'n8n-nodes-sms-voice-gateway:';

/** As many entries as 100,000 rows need, with a key each that is forgotten after some hours; more push out the oldest. */
export const ENTRIES_KEPT = 410_000;

const OPTIONS = { mode: 'entries', maxEntries: ENTRIES_KEPT } as const;

/**
 * Two rows of n8n's deduplication store: a node's own, and the one that all nodes of a workflow share. n8n reads a row and
 * writes it back as a whole; it makes one for one of two callers only, and deletes it at once (n8n 2.41,
 * deduplication-helper).
 */
export interface Rows {
	/** Adds entries, all different, and makes the row where there is none; gives those that were new. */
	record(row: 'node' | 'workflow', entries: readonly string[]): Promise<string[]>;
	remove(row: 'node' | 'workflow', entries: readonly string[]): Promise<void>;
	/** How many entries it has; 0 where there is no row. */
	count(row: 'node' | 'workflow'): Promise<number>;
	/** Deletes the row of the workflow. */
	clear(): Promise<void>;
}

const NO_LIST =
	"what n8n's deduplication store has for this node or workflow is no list of entries";

/** Those of the node and the workflow that is run. */
export const rowsOf = ({ helpers }: IExecuteFunctions): Rows => ({
	record: async (row, entries) => {
		const said = await helpers.checkProcessedAndRecord([...entries], row, OPTIONS);
		// Of a row that is no list n8n says nothing, and writes nothing: none of them was there before.
		if (said.new.length + said.processed.length < entries.length) throw new Error(NO_LIST);
		return said.new.map(String);
	},
	remove: async (row, entries) => await helpers.removeProcessed([...entries], row, OPTIONS),
	count: async (row) => await helpers.getProcessedDataCount(row, OPTIONS),
	clear: async () => await helpers.clearAllProcessedItems('workflow', OPTIONS),
});

/** How often more something is tried that n8n's database has left undone, each time up to so many ms later. */
const MORE = { tries: 5, pause: 200 };

/** The database was busy with others' statements: in the words of SQLite, PostgreSQL and MySQL. */
export const isBusy = (error: unknown): boolean =>
	/SQLITE_BUSY|database is locked|deadlock|lock wait timeout/i.test(String(error));

/** Somebody else has made the row at the same moment. */
export const isThereAlready = (error: unknown): boolean => /unique|duplicate/i.test(String(error));

/** The row holds what Remove Duplicates keeps as a number or a date. */
export const isOfOthers = (error: unknown): boolean => /incompatible setting/i.test(String(error));

/** Does `work`, and again where it failed so that it is worth it. Throws what `work` throws at last. */
export async function withRetries<T>(
	work: () => Promise<T>,
	isWorthIt: (error: unknown) => boolean,
	more = MORE.tries,
): Promise<T> {
	return await work().catch(async (error: unknown) => {
		if (more === 0 || !isWorthIt(error)) throw error;
		await sleep(MORE.pause * Math.random());
		return await withRetries(work, isWorthIt, more - 1);
	});
}

/** How many entries a row has; anybody may look, at any time. */
export const countOf = async (rows: Rows, row: 'node' | 'workflow'): Promise<number> =>
	await withRetries(
		async () => await rows.count(row),
		() => true,
	);

/**
 * Whether another node of the workflow has the shared row: n8n's Remove Duplicates, where its scope is the workflow. n8n
 * gives a node its workflow, but not in the types; where it does not, the row itself shows it.
 */
export function isRowOfOthers(context: object): boolean {
	const { workflow } = context as { workflow?: Partial<Workflow> };
	return Object.values(workflow?.nodes ?? {}).some(({ type, parameters }) => {
		const { scope = 'node' } = (parameters.options ?? {}) as { scope?: unknown };
		return type === 'n8n-nodes-base.removeDuplicates' && scope !== 'node';
	});
}
