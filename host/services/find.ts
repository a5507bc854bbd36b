import { accessSync, constants, globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { found } from '../found.ts';
import type { Options, Running } from '../process.ts';

/** A service that could not be had in any way; the message lists what was tried. */
export class ServiceMissing extends Error {}

/** Opens the first that can be opened; by the name of each way, as a report has it. */
export async function firstOf<T>(
	service: string,
	ways: Record<string, () => Promise<T>>,
): Promise<T> {
	const tried: string[] = [];
	for (const [name, open] of Object.entries(ways)) {
		try {
			return await open();
		} catch (error) {
			// A refused connection has no message of its own where several addresses were tried, only a code.
			const { message, code } = error as NodeJS.ErrnoException;
			tried.push(`${name}: ${message || code}`);
		}
	}
	throw new ServiceMissing(`${service} was not found (${tried.join('; ')})`);
}

/** The codes with which a server that is still starting turns one away: the network's, and PostgreSQL's own. */
const STARTING = ['ECONNREFUSED', '57P03'];

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
				if (running.isRunning() && STARTING.includes(String(error.code))) return undefined;
				throw new Error(`${error.message} ${running.output().slice(-500)}`, { cause: error });
			}),
		);
		return { ...opened, close: () => opened.close().then(end) };
	} catch (error) {
		await end();
		throw error;
	}
}

/** A program of this machine: on the path, or in one of the usual folders; those of PostgreSQL, the newest first. */
export function program(name: string): string {
	const versions = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/usr/local/pgsql/bin'],
		...versions,
	];
	const file = folders.map((folder) => join(folder, name)).find(isExecutable);
	if (file === undefined) throw new Error(`no ${name} on the PATH or in the usual folders`);
	return file;
}

export function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Whom to be for a server that refuses to run as root; nobody else where we are not root. */
export function unprivileged(): Options['user'] {
	if (process.getuid?.() !== 0) return undefined;
	const accounts = readFileSync('/etc/passwd', 'utf8');
	const [, uid, gid] =
		/^postgres:[^:]*:(\d+):(\d+)/m.exec(accounts) ??
		/^nobody:[^:]*:(\d+):(\d+)/m.exec(accounts) ??
		[];
	if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
	throw new Error('it refuses to run as root, and there is no user postgres or nobody');
}
