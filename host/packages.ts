import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheBase } from './cache.ts';
import { npm, npmEnvironment } from './npm.ts';
import { run } from './process.ts';
import type { Say } from './progress.ts';

/**
 * Installs the packages of a folder's package-lock.json, without their scripts. Bun does it, which reads that lock as
 * well and takes a twentieth of npm's time; npm does where there is no bun, or where it fails.
 */
export async function installPackages(folder: string, say: Say): Promise<void> {
	const problem = await withBun(folder);
	if (problem === undefined) return;
	say(`  … ${problem}: npm does it, which takes several minutes`);
	await rm(join(folder, 'node_modules'), { recursive: true, force: true });
	// Not `npm ci`: it rejects the lock, which names optional packages of other platforms that are not to be had.
	await npm(
		['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'],
		folder,
	);
}

/** Undefined where it went well, else what went wrong. */
async function withBun(folder: string): Promise<string | undefined> {
	const bun = bunBinary();
	if (bun === undefined) return 'There is no bun';
	const env = npmEnvironment({ BUN_INSTALL_CACHE_DIR: join(cacheBase(), 'bun') });
	const args = ['install', '--production', '--ignore-scripts', '--no-progress'];
	const { exitCode, stdout, stderr } = await run(bun, args, { cwd: folder, env });
	if (exitCode === 0) return undefined;
	const words = `${stdout}\n${stderr}`.trim().split('\n').slice(-3).join(' | ');
	return `bun failed with ${exitCode} (${words})`;
}

/** Bun's program in its platform's package: the one of the package `bun` is put there by a script, which we run nowhere. */
function bunBinary(): string | undefined {
	const packages = resolve('node_modules/@oven');
	if (!existsSync(packages)) return undefined;
	return readdirSync(packages)
		.flatMap((name) => ['bun', 'bun.exe'].map((file) => join(packages, name, 'bin', file)))
		.find((file) => existsSync(file));
}
