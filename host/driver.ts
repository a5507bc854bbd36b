import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder, keptPath } from './cache.ts';
import { nodeHeaders } from './node.ts';
import { npm } from './npm.ts';
import { installPackages } from './packages.ts';
import type { Say } from './progress.ts';

const DRIVER = 'sqlite3';
const BINARY = 'node_sqlite3.node';
const BUILT = join('node_modules', DRIVER, 'build', 'Release');

/** A lock file of npm's, as far as it is read here. */
interface Lock {
	packages: Record<string, { version: string } | undefined>;
}

/**
 * Gives n8n's database driver as a file: a prebuilt one where it can be had, else built here, which takes a minute. It is
 * kept apart from n8n, so that another n8n does not build it again, and this one is not waited for.
 */
export async function databaseDriver(lockFile: string, say: Say): Promise<string> {
	const lock = JSON.parse(await readFile(lockFile, 'utf8')) as Lock;
	const version = lock.packages[`node_modules/${DRIVER}`]?.version;
	if (version === undefined) throw new Error(`${lockFile} has no ${DRIVER}`);
	// n8n's own lock with another root: what the driver needs comes in the versions that n8n's lock has.
	const root = { private: true, dependencies: { [DRIVER]: version } };
	const packages = { ...lock.packages, '': root };
	const folder = keptPath(DRIVER, [version]);
	await keptFolder(folder, "building n8n's database driver", say, async (partial) => {
		const workshop = join(partial, 'build');
		await mkdir(workshop);
		await writeFile(join(workshop, 'package.json'), JSON.stringify(root));
		await writeFile(join(workshop, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
		await installPackages(workshop, say);
		const headers = nodeHeaders();
		await npm(['rebuild', DRIVER, '--ignore-scripts=false'], workshop, {
			...(headers ? { npm_config_nodedir: headers } : {}),
			// SQLite is one file of 250,000 lines: the last bit of its speed is not worth the compiler's time here.
			...{ CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' },
		});
		await copyFile(join(workshop, BUILT, BINARY), join(partial, BINARY));
		await rm(workshop, { recursive: true });
	});
	return join(folder, BINARY);
}

/** Puts the driver into an installed n8n, where its package looks for it. */
export async function placeDriver(driver: string, hostFolder: string): Promise<void> {
	await mkdir(join(hostFolder, BUILT), { recursive: true });
	await copyFile(driver, join(hostFolder, BUILT, BINARY));
}
