import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.ts';
import type { Say } from './progress.ts';

const FINAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 500 };

/**
 * Gives a folder of the cache, and has it made where it is not there yet: once, whoever else wants it at the same time.
 * It is made under another name and renamed at the end, so that an interrupted one is never taken for a whole one.
 */
export async function keptFolder(
	folder: string,
	what: string,
	say: Say,
	make: (partial: string) => Promise<void>,
): Promise<string> {
	if (existsSync(folder)) return folder;
	await mkdir(dirname(folder), { recursive: true });
	const waiting = () => say(`Another process is at it: ${what}; waiting for it …`);
	await withLock(`${folder}.lock`, waiting, async () => {
		if (existsSync(folder)) return;
		await removeInterrupted(folder);
		const partial = `${folder}.partial-${process.pid}`;
		await mkdir(partial);
		try {
			await make(partial);
			await rename(partial, folder);
		} catch (error) {
			await rm(partial, FINAL);
			throw error;
		}
	});
	return folder;
}

/** What an interrupted try left. Nobody else is at it while we hold the lock, but for a killed npm's last breath. */
async function removeInterrupted(folder: string): Promise<void> {
	const leftovers = (await readdir(dirname(folder))).filter((name) =>
		name.startsWith(`${basename(folder)}.partial-`),
	);
	for (const name of leftovers) await rm(join(dirname(folder), name), FINAL);
}
