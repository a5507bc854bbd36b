import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeHeaders } from './node.ts';
import { npm } from './npm.ts';
import { installPackages } from './packages.ts';
import type { Say } from './progress.ts';

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
		...{ CFLAGS: '-O1', CXXFLAGS: '-O1', JOBS: 'max' },
	});
	return async () => {
		await mkdir(join(folder, BUILT), { recursive: true });
		const binary = join(BUILT, 'node_sqlite3.node');
		await copyFile(join(workshop, binary), join(folder, binary));
		await rm(workshop, { recursive: true });
	};
}
