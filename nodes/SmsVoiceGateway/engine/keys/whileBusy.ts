import { sleep } from 'n8n-workflow';

/** How often more something is tried that n8n's database had no time for; SQLite itself has waited a second each time. */
const MORE_TRIES = 5;

/** ms between two tries, at most: two that wait for one another must not come back at the same moment. */
const PAUSE_MS = 200;

/**
 * Whether an error says that the database has left a statement undone because it is busy with those of others: in the
 * words of SQLite, PostgreSQL and MySQL.
 */
export function isBusy(error: unknown): boolean {
	return /SQLITE_BUSY|database is locked|deadlock|lock wait timeout/i.test(String(error));
}

/** Does `work`, and again where n8n's database is too busy for it. Throws what `work` throws otherwise, or at last. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
	return await tryAgain(work, isBusy, MORE_TRIES);
}

/** Does what does no harm when it is done twice, and again where it fails. Throws what `work` throws at last. */
export async function whileFailing<T>(work: () => Promise<T>): Promise<T> {
	return await tryAgain(work, () => true, MORE_TRIES);
}

async function tryAgain<T>(
	work: () => Promise<T>,
	isWorthIt: (error: unknown) => boolean,
	more: number,
): Promise<T> {
	return await work().catch(async (error: unknown) => {
		if (more === 0 || !isWorthIt(error)) return await Promise.reject(error);
		await sleep(PAUSE_MS * Math.random());
		return await tryAgain(work, isWorthIt, more - 1);
	});
}
