import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cacheFolder } from './cache.ts';
import { withLock } from './lock.ts';
import { nodeHeaders } from './node.ts';
import { npm } from './npm.ts';
import { withProgress, type Say } from './progress.ts';
import { resolveInto } from './resolve.ts';
import { chosenVersion, manifestFolder } from './version.ts';

const FINAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 500 };

/** Gives the folder of an installed n8n, the chosen version's, and installs it where it is not there yet. */
export async function installHost(say: Say): Promise<string> {
	const version = chosenVersion();
	const folder = cacheFolder(version);
	if (existsSync(folder)) return folder;
	await mkdir(dirname(folder), { recursive: true });
	const waiting = () => say('Another process is installing n8n; waiting for it …');
	await withLock(`${folder}.lock`, waiting, async () => {
		if (!existsSync(folder)) await installInto(folder, version, say);
	});
	return folder;
}

/** n8n's command file in an installed host. */
export const n8nCommand = (hostFolder: string): string =>
	join(hostFolder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Installs beside the folder and renames at the end, so that an interrupted installation is never taken for a whole one. */
async function installInto(folder: string, version: string, say: Say): Promise<void> {
	await removeInterrupted(folder);
	const partial = `${folder}.partial-${process.pid}`;
	await mkdir(partial);

	try {
		const tested = manifestFolder(version);
		if (existsSync(tested)) {
			for (const file of ['package.json', 'package-lock.json'])
				await copyFile(join(tested, file), join(partial, file));
		} else {
			await withProgress(say, `Finding out what n8n ${version} needs`, 'a few minutes', () =>
				resolveInto(partial, version, say),
			);
		}

		// Not `npm ci`: it rejects the lock, which names optional packages of other platforms that are not to be had.
		const install = [
			'install',
			'--ignore-scripts',
			'--omit=dev',
			'--no-audit',
			'--no-fund',
			'--prefer-offline',
		];
		await withProgress(
			say,
			`Installing n8n ${version}`,
			'the first time about 8 minutes and 3 GB',
			() => npm(install, partial),
		);

		const headers = nodeHeaders();
		await withProgress(say, "Building n8n's database driver", 'about 1 minute', () =>
			npm(
				['rebuild', 'sqlite3', '--ignore-scripts=false'],
				partial,
				headers ? { npm_config_nodedir: headers } : {},
			),
		);
		await rename(partial, folder);
	} catch (error) {
		await rm(partial, FINAL);
		throw error;
	}
}

/** What an interrupted installation left. Nobody else is at it while we hold the lock, but for a killed npm's last breath. */
async function removeInterrupted(folder: string): Promise<void> {
	const leftovers = (await readdir(dirname(folder))).filter((name) =>
		name.startsWith(`${basename(folder)}.partial-`),
	);
	for (const name of leftovers) await rm(join(dirname(folder), name), FINAL);
}
