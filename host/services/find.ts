import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { found } from '../found.ts';
import { onPath, type Options, type Running } from '../process.ts';

/** Opens a server that was just started, as soon as it listens. `folder` goes with it, if it can't be opened or at `close`. */
export async function openStarted<T extends { close(): Promise<void> }>(
	running: Running,
	folder: string,
	open: () => Promise<T>,
): Promise<T> {
	const end = async () => {
		await running.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	try {
		const opened = await found(() =>
			open().catch((error: NodeJS.ErrnoException) => {
				// The codes with which a server that is still starting turns one away: the network's, and PostgreSQL's own.
				if (running.isRunning() && /ECONNREFUSED|57P03/.test(String(error.code))) return undefined;
				throw new Error(`${error.message} ${running.output().slice(-500)}`, { cause: error });
			}),
		);
		return { ...opened, close: () => opened.close().then(end) };
	} catch (error) {
		await end();
		throw error;
	}
}

/** A program of this machine: on the path, or in one of the usual folders; of PostgreSQL the newest. */
export function program(name: string): string {
	const usual = `/usr/{local/bin,local/sbin,bin,sbin,lib/postgresql/*/bin,local/pgsql/bin}/${name}`;
	const [file] = [...onPath(name), ...globSync(usual).sort().reverse()];
	if (file !== undefined) return file;
	throw new Error(`There is no ${name} on the PATH or in the usual folders`);
}

/** Whom to be for PostgreSQL, which refuses to run as root; nobody else where we are not root. */
export function unprivileged(): Options['user'] {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'])));
	return { uid: uid ?? 0, gid: gid ?? 0 };
}
