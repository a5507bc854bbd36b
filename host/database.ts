import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { keptPath } from './cache.ts';
import { importByCommand } from './command.ts';
import { keptFolder } from './kept.ts';
import { withProgress, type Say } from './progress.ts';
import { takePattern, type Pattern } from './rows.ts';
import { sandboxCredential } from './workflows.ts';

const FILE = 'database.sqlite';
const ABOUT = 'about.json';

/** n8n's database before anything is in it, and what is needed to import into it. */
export interface FreshDatabase {
	file: string;
	/** The key that its credentials are encrypted with; n8n is to be started with it. */
	encryptionKey: string;
	pattern: Pattern;
}

/** Where n8n, whose folder is `n8nFolder`, has its database. */
export const databaseIn = (n8nFolder: string): string => join(n8nFolder, FILE);

/**
 * Gives a fresh database of an installed n8n's. n8n makes it in many seconds of migrations, so it is kept; nothing of
 * ours is in there.
 */
export async function freshDatabase(hostFolder: string, say: Say): Promise<FreshDatabase> {
	const kept = keptPath('database', [basename(hostFolder)]);
	await keptFolder(kept, "making n8n's database", say, (partial) =>
		withProgress(say, "Making n8n's database", 'about 15 seconds', () =>
			makeIn(partial, hostFolder),
		),
	);
	const about = JSON.parse(await readFile(join(kept, ABOUT), 'utf8')) as Omit<
		FreshDatabase,
		'file'
	>;
	return { ...about, file: join(kept, FILE) };
}

async function makeIn(folder: string, hostFolder: string): Promise<void> {
	const encryptionKey = randomBytes(24).toString('hex');
	const userFolder = join(folder, 'n8n');
	const n8nFolder = join(userFolder, '.n8n');
	await mkdir(n8nFolder, { recursive: true, mode: 0o700 });
	const n8n = { hostFolder, userFolder, encryptionKey, more: {} };
	const nowhere = { url: 'http://127.0.0.1:9', username: 'nobody', password: 'none' };
	await importByCommand(n8n, 'credentials', [sandboxCredential(nowhere)]);
	const empty = { id: 'pattern', name: 'pattern', nodes: [], connections: {}, active: false };
	await importByCommand(n8n, 'workflow', [empty]);
	const pattern = takePattern(databaseIn(n8nFolder));
	await copyFile(databaseIn(n8nFolder), join(folder, FILE));
	await rm(userFolder, { recursive: true });
	const about: Omit<FreshDatabase, 'file'> = { encryptionKey, pattern };
	await writeFile(join(folder, ABOUT), JSON.stringify(about), { mode: 0o600 });
}
