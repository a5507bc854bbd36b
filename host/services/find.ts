import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { found } from '../found.ts';
import type { Options, Running } from '../process.ts';

/** A service that could not be had; the message says why. */
export class ServiceMissing extends Error {}

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
	const usual = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin'];
	const folders = [...(process.env.PATH ?? '').split(delimiter), ...usual].filter(Boolean);
	const files = folders.flatMap((folder) => globSync(`${folder}/${name}`));
	const versions = globSync(`/usr/{lib/postgresql/*,local/pgsql}/bin/${name}`).sort().reverse();
	const [file] = [...files, ...versions];
	if (file !== undefined) return file;
	throw new ServiceMissing(`There is no ${name} on the PATH or in the usual folders`);
}

/** Whom to be for a server that refuses to run as root; nobody else where we are not root. */
export function unprivileged(): Options['user'] {
	if (process.getuid?.() !== 0) return undefined;
	const accounts = readFileSync('/etc/passwd', 'utf8');
	const line = (name: string) => new RegExp(`^${name}:[^:]*:(\\d+):(\\d+)`, 'm').exec(accounts);
	const [, uid, gid] = line('postgres') ?? line('nobody') ?? [];
	if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
	throw new ServiceMissing('PostgreSQL refuses to run as root, and there is no user nobody');
}
