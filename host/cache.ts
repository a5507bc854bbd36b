import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { lock, type LockOptions } from 'proper-lockfile';
import type { Say } from './progress.ts';

/**
 * A folder that is kept between runs: outside the checkout, since every clone may use it. The name holds all that
 * decides what is in there, so a change of any of it makes a new folder.
 */
export function keptPath(kind: string, decisive: Array<Buffer | string>): string {
	const hash = createHash('sha256');
	for (const text of decisive) hash.update(text);
	hash.update(`${process.version} ${process.platform} ${process.arch}`);
	return join(cacheBase(), `${kind}-${hash.digest('hex').slice(0, 12)}`);
}

/** Where all that is kept between runs lies. */
export function cacheBase(): string {
	const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return resolve(process.env.N8N_HOST_CACHE || join(caches, 'n8n-nodes-sms-voice-gateway'));
}

/** A holder that says nothing for a minute was killed; one that is busy says something every five seconds at the latest. */
const TIMES = { stale: 60_000, update: 5_000 };
const LOCK: LockOptions = { ...TIMES, realpath: false, onCompromised: () => undefined };
const FOREVER = { forever: true, factor: 1, minTimeout: 1000 };
const ALL = { recursive: true, force: true, maxRetries: 10, retryDelay: 500 };

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
	const release = await lock(folder, LOCK).catch(() => {
		say(`Another process is at it: ${what}; waiting for it …`);
		return lock(folder, { ...LOCK, retries: FOREVER });
	});
	try {
		if (existsSync(folder)) return folder;
		const partial = `${folder}.partial`;
		// What an interrupted try left.
		await rm(partial, ALL);
		await mkdir(partial);
		await make(partial);
		await rename(partial, folder);
	} finally {
		await release().catch(() => undefined);
	}
	return folder;
}
