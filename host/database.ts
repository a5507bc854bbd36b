import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keptPath } from './cache.ts';

const FILE = 'database.sqlite';
const KEY = 'encryption-key';

/**
 * Gives n8n, which is installed in `hostFolder` and has its files in `n8nFolder`, a database on SQLite from before anybody
 * used it, and the key that n8n is to be started with. n8n makes one in many seconds of migrations: where there is none
 * yet, `keep` copies the one of an n8n that has just come up, and has no owner.
 */
export async function openDatabase(hostFolder: string, n8nFolder: string) {
	const kept = keptPath('database', ['without an owner', basename(hostFolder)]);
	const file = join(n8nFolder, FILE);
	if (existsSync(kept)) {
		await copyFile(join(kept, FILE), file);
		const encryptionKey = await readFile(join(kept, KEY), 'utf8');
		return { encryptionKey, keep: async () => undefined };
	}
	const encryptionKey = randomBytes(24).toString('hex');
	const keep = async () => {
		if (existsSync(kept)) return;
		const partial = await mkdtemp(join(dirname(kept), 'database-partial-'));
		const database = new DatabaseSync(file, { timeout: 60_000 });
		database.prepare('VACUUM INTO ?').run(join(partial, FILE));
		database.close();
		await writeFile(join(partial, KEY), encryptionKey, { mode: 0o600 });
		// Another process may have been quicker.
		await rename(partial, kept).catch(() => rm(partial, { recursive: true }));
	};
	return { encryptionKey, keep };
}
