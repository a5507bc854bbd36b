import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** n8n 2.41 and its nodes are some 9,400 files; each state of the package adds what n8n loads of it, 150 files or so. */
const MOST_FILES = 20_000;

/**
 * Where Node keeps n8n's compiled code between its starts (`NODE_COMPILE_CACHE`): a start takes a third less. Node finds
 * an entry by the name of its file and never removes one, and each state of the package has new names, so a full one is
 * emptied.
 */
export function compiledFolder(hostFolder: string): string {
	const folder = join(hostFolder, '.compiled');
	if (filesIn(folder) > MOST_FILES) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	return folder;
}

function filesIn(folder: string): number {
	try {
		return readdirSync(folder, { recursive: true }).length;
	} catch {
		// Not there yet, or being emptied by another process.
		return 0;
	}
}
