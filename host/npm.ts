import { globSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { rm } from 'node:fs/promises';

import { type Finished, nodeBinary, succeed } from './process.ts';
import { cacheBase } from './cache.ts';
import type { Say } from './progress.ts';

/** What a running npm script tells its children about itself: of no concern to an npm that works elsewhere. */
const OUTER_SCRIPT = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts)$/i;

/** This process's environment with Node 24 first on the path and nothing of the npm script we may be running in. */
export function npmEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !OUTER_SCRIPT.test(name));
	const path = [dirname(nodeBinary()), process.env.PATH ?? ''].join(delimiter);
	return { ...Object.fromEntries(kept), PATH: path, ...more };
}

/** Runs npm in a folder; throws with npm's last words where it fails. */
export async function npm(args: string[], cwd: string, more = {}): Promise<Finished> {
	const cli = process.env.npm_execpath;
	const [command, before] = cli?.endsWith('.js') ? [nodeBinary(), [cli]] : ['npm', []];
	return await succeed(command, [...before, ...args], { cwd, env: npmEnvironment(more) });
}

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
