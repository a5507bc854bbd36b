import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keptPath } from './cache.ts';
import type { Packed } from './package.ts';

const KEY = 'encryption-key';

/** n8n's database on SQLite, from before anybody used it. n8n makes it in many seconds of migrations, so it is kept. */
export interface Database {
	/** The key that n8n is to be started with. */
	encryptionKey: string;
	/**
	 * To be called when n8n has come up, with its owner: keeps a copy for later ones, and lists the package among the
	 * installed ones, as n8n's own installation does; n8n loads it without that.
	 */
	settle(packed: Packed): Promise<void>;
}

/** Gives n8n, which is installed in `hostFolder` and has its files in `n8nFolder`, a database. */
export async function openDatabase(hostFolder: string, n8nFolder: string): Promise<Database> {
	const kept = keptPath('database', ['with its owner', basename(hostFolder)]);
	const file = join(n8nFolder, 'database.sqlite');
	const isKept = existsSync(kept);
	if (isKept) await copyFile(join(kept, basename(file)), file);
	const encryptionKey = isKept
		? await readFile(join(kept, KEY), 'utf8')
		: randomBytes(24).toString('hex');
	return {
		encryptionKey,
		async settle({ name, version }) {
			if (!existsSync(kept)) {
				const partial = await mkdtemp(join(dirname(kept), 'database-partial-'));
				const copy = join(partial, basename(file));
				within(file, (database) => database.prepare('VACUUM INTO ?').run(copy));
				await writeFile(join(partial, KEY), encryptionKey, { mode: 0o600 });
				// Another process may have been quicker.
				await rename(partial, kept).catch(() => rm(partial, { recursive: true }));
			}
			within(file, (database) =>
				database.exec(
					`INSERT OR IGNORE INTO installed_packages (packageName, installedVersion, createdAt, updatedAt)
					VALUES ('${name}', '${version}', datetime(), datetime());
					INSERT OR IGNORE INTO installed_nodes (name, type, latestVersion, package)
					VALUES ('SMS and Voice Gateway', '${name}.smsVoiceGateway', 1, '${name}')`,
				),
			);
		},
	};
}

function within(file: string, work: (database: DatabaseSync) => unknown): void {
	const database = new DatabaseSync(file, { timeout: 60_000 });
	try {
		work(database);
	} finally {
		database.close();
	}
}
