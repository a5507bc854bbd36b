import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';

import { keptFolder, keptPath } from './cache.ts';
import { installPackages, npm } from './npm.ts';
import { nodeHeaders } from './process.ts';
import { type Say, withProgress } from './progress.ts';

/** Gives the folder of an installed n8n, the chosen version's, and installs it where it is not there yet. */
export async function installHost(say: Say): Promise<string> {
	const version = chosenVersion();
	const isTested = version === testedVersion();
	const decisive = isTested
		? await Promise.all(
				['package.json', 'package-lock.json'].map((file) => readFile(join(TESTED, file))),
			)
		: [version];
	const folder = keptPath('host', decisive);
	return await keptFolder(folder, `installing n8n ${version}`, say, async (partial) => {
		if (isTested) await cp(TESTED, partial, { recursive: true });
		else {
			const manifest = JSON.stringify({ private: true, dependencies: { n8n: version } });
			await writeFile(join(partial, 'package.json'), manifest);
			const flags = ['--package-lock-only', '--ignore-scripts', '--omit=dev'];
			await npm(['install', ...flags], partial);
		}
		const [placeDriver] = await bothDone(
			withProgress(say, "Getting n8n's database driver", 'up to 1 minute', () =>
				databaseDriver(partial, say),
			),
			withProgress(say, `Installing n8n ${version}`, 'the first time about 15 seconds', () =>
				installPackages(partial, say),
			),
		);
		await placeDriver();
	});
}

/** n8n's command file in an installed host. */
export const n8nCommand = (hostFolder: string): string =>
	join(hostFolder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Waits for both even where one fails: what is still at work must not write into a folder that is being removed. */
export async function bothDone<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
	await Promise.allSettled([one, other]);
	return await Promise.all([one, other]);
}

const DRIVER = 'sqlite3';
const BUILT = join('node_modules', DRIVER, 'build', 'Release');

/**
 * Gets n8n's database driver for an n8n that is being installed in a folder, beside that: a prebuilt one where it can be
 * had, else built here, in a minute. What it returns puts the driver where its package looks for it.
 */
export async function databaseDriver(folder: string, say: Say): Promise<() => Promise<void>> {
	const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
	};
	// n8n's own lock with another root: what the driver needs comes in the versions that n8n's lock has.
	const dependencies = { [DRIVER]: lock.packages[`node_modules/${DRIVER}`]?.version ?? '' };
	lock.packages[''] = { dependencies };
	const workshop = `${folder}-driver`;
	await rm(workshop, { recursive: true, force: true });
	await mkdir(workshop);
	await writeFile(join(workshop, 'package.json'), JSON.stringify({ private: true, dependencies }));
	await writeFile(join(workshop, 'package-lock.json'), JSON.stringify(lock));
	await installPackages(workshop, say);
	const headers = nodeHeaders();
	await npm(['rebuild', DRIVER, '--ignore-scripts=false'], workshop, {
		...(headers ? { npm_config_nodedir: headers } : {}),
		// SQLite is one file of 250,000 lines: the last bit of its speed is not worth the compiler's time here.
		CFLAGS: '-O1',
		CXXFLAGS: '-O1',
		JOBS: 'max',
	});
	return async () => {
		await mkdir(join(folder, BUILT), { recursive: true });
		const binary = join(BUILT, 'node_sqlite3.node');
		await copyFile(join(workshop, binary), join(folder, binary));
		await rm(workshop, { recursive: true });
	};
}

/** Manifest and lock of the n8n that is tested. */
export const TESTED = resolve('host/n8n');

/** The version of n8n that is tested. */
export function testedVersion(): string {
	const text = readFileSync(join(TESTED, 'package.json'), 'utf8');
	return (JSON.parse(text) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** The version to work with: the tested one, or what N8N_HOST_VERSION names, as the weekly workflow does. */
export function chosenVersion(): string {
	const chosen = process.env.N8N_HOST_VERSION || testedVersion();
	if (/^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/i.test(chosen)) return chosen;
	throw new Error(`N8N_HOST_VERSION is "${chosen}". Write it in full, such as ${testedVersion()}.`);
}
