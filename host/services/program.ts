import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { User } from '../process.ts';

/** Where servers are put that are not on everybody's path. */
const USUAL_FOLDERS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin'];

/** A program of this machine: on the path, or in one of the usual folders. */
export function program(name: string, moreFolders: string[] = []): string {
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...USUAL_FOLDERS,
		...moreFolders,
	].filter((folder) => folder !== '');
	const found = folders.map((folder) => join(folder, name)).find(isExecutable);
	if (found === undefined) throw new Error(`no ${name} on the PATH or in the usual folders`);
	return found;
}

/** The folders that a package for several versions makes, such as /usr/lib/postgresql/15/bin; the newest first. */
export function versionFolders(base: string): string[] {
	try {
		const versions = readdirSync(base).sort((a, b) => parseFloat(b) - parseFloat(a));
		return versions.map((version) => join(base, version, 'bin'));
	} catch {
		return [];
	}
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Whom to be for a server that refuses to run as root: the first of these accounts, or nobody else where we are not root. */
export function unprivileged(accounts: string[]): User | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
	for (const account of accounts) {
		const [, , uid, gid] = lines.find((line) => line.startsWith(`${account}:`))?.split(':') ?? [];
		if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
	}
	throw new Error(`it refuses to run as root, and there is no user ${accounts.join(' or ')}`);
}
