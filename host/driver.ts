import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptPath } from './cache.ts';
import { keptFolder } from './kept.ts';
import { nodeHeaders } from './node.ts';
import { npm } from './npm.ts';
import { installPackages } from './packages.ts';
import type { Say } from './progress.ts';

const DRIVER = 'sqlite3';
const BINARY = 'node_sqlite3.node';
const BUILT = join('node_modules', DRIVER, 'build', 'Release');

/** What is read of a lock file of npm's. */
interface Lock {
	name: string;
	packages: Record<string, { version: string } | undefined>;
}

/**
 * Gives n8n's database driver as a file: a prebuilt one where it can be had, else built here, which needs nothing but
 * the package and takes about a minute. It is kept apart from n8n, so that another n8n does not build it again.
 */
export async function databaseDriver(lockFile: string, say: Say): Promise<string> {
	const lock = JSON.parse(await readFile(lockFile, 'utf8')) as Lock;
	const version = lock.packages[`node_modules/${DRIVER}`]?.version;
	if (version === undefined) throw new Error(`${lockFile} has no ${DRIVER}`);
	const folder = keptPath(DRIVER, [version]);
	await keptFolder(folder, "building n8n's database driver", say, async (partial) => {
		const workshop = join(partial, 'build');
		await mkdir(workshop);
		await build(workshop, version, lock, say);
		await copyFile(join(workshop, BUILT, BINARY), join(partial, BINARY));
		await rm(workshop, { recursive: true });
	});
	return join(folder, BINARY);
}

/** Puts the driver into an installed n8n, where its package looks for it. */
export async function placeDriver(driver: string, hostFolder: string): Promise<void> {
	const target = join(hostFolder, BUILT);
	await mkdir(target, { recursive: true });
	await copyFile(driver, join(target, BINARY));
}

async function build(folder: string, version: string, lock: Lock, say: Say): Promise<void> {
	// n8n's own lock with another root: what the driver needs comes in the versions that n8n's lock has.
	const root = {
		name: 'n8n-driver',
		private: true,
		version: '1.0.0',
		dependencies: { [DRIVER]: version },
	};
	const write = (file: string, content: unknown) =>
		writeFile(join(folder, file), JSON.stringify(content));
	await write('package.json', root);
	await write('package-lock.json', {
		...lock,
		name: root.name,
		packages: { ...lock.packages, '': root },
	});
	await installPackages(folder, say);
	const headers = nodeHeaders();
	await npm(['rebuild', DRIVER, '--ignore-scripts=false'], folder, {
		...(headers ? { npm_config_nodedir: headers } : {}),
		// SQLite is one file of 250,000 lines: the last bit of its speed is not worth the compiler's time here.
		CFLAGS: '-O1',
		JOBS: 'max',
	});
}
