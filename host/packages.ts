import { rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheBase } from './cache.ts';
import { npm, npmEnvironment } from './npm.ts';
import { succeed } from './process.ts';
import type { Say } from './progress.ts';

/** Bun's program in its platform's package: the one of the package `bun` is put there by a script, which we run nowhere. */
const bunBinary = (): string =>
	globSync('node_modules/@oven/*/bin/{bun,bun.exe}').map((file) => resolve(file))[0] ?? 'bun';

/**
 * Installs the packages of a folder's package-lock.json, without their scripts. Bun does it, which reads that lock as
 * well and takes a twentieth of npm's time; npm does where there is no bun, or where it fails.
 */
export async function installPackages(folder: string, say: Say): Promise<void> {
	const env = npmEnvironment({ BUN_INSTALL_CACHE_DIR: join(cacheBase(), 'bun') });
	const args = ['install', '--production', '--ignore-scripts', '--no-progress'];
	try {
		await succeed(bunBinary(), args, { cwd: folder, env });
	} catch (error) {
		say(`  … ${String(error).split('\n').slice(-2).join(' ')}: npm does it, in several minutes`);
		await rm(join(folder, 'node_modules'), { recursive: true, force: true });
		// Not `npm ci`: it rejects the lock, which names optional packages of other platforms that are not to be had.
		const flags = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'];
		await npm(['install', ...flags], folder);
	}
}
