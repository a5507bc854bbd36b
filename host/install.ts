import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache.ts';
import { databaseDriver, placeDriver } from './driver.ts';
import { keptFolder } from './kept.ts';
import { installPackages } from './packages.ts';
import { withProgress, type Say } from './progress.ts';
import { resolveInto } from './resolve.ts';
import { chosenVersion, manifestFolder } from './version.ts';

/** Gives the folder of an installed n8n, the chosen version's, and installs it where it is not there yet. */
export async function installHost(say: Say): Promise<string> {
	const version = chosenVersion();
	return await keptFolder(cacheFolder(version), `installing n8n ${version}`, say, (partial) =>
		installInto(partial, version, say),
	);
}

/** n8n's command file in an installed host. */
export const n8nCommand = (hostFolder: string): string =>
	join(hostFolder, 'node_modules', 'n8n', 'bin', 'n8n');

async function installInto(folder: string, version: string, say: Say): Promise<void> {
	const tested = manifestFolder(version);
	if (existsSync(tested)) {
		for (const file of ['package.json', 'package-lock.json'])
			await copyFile(join(tested, file), join(folder, file));
	} else {
		await withProgress(say, `Finding out what n8n ${version} needs`, 'a few minutes', () =>
			resolveInto(folder, version, say),
		);
	}
	const [driver] = await bothDone(
		withProgress(say, "Getting n8n's database driver", 'up to 1 minute', () =>
			databaseDriver(join(folder, 'package-lock.json'), say),
		),
		withProgress(say, `Installing n8n ${version}`, 'the first time about 15 seconds', () =>
			installPackages(folder, say),
		),
	);
	await placeDriver(driver, folder);
}

/** Waits for both even where one fails: what is still at work must not write into a folder that is being removed. */
export async function bothDone<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
	await Promise.allSettled([one, other]);
	return await Promise.all([one, other]);
}
