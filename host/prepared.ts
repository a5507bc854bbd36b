import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keptPath } from './cache.ts';
import { keptFolder } from './kept.ts';
import { npm } from './npm.ts';
import { installInto } from './package.ts';
import { withProgress, type Say } from './progress.ts';

/** All that is packed. */
const SHIPPED = ['dist', 'index.js', 'package.json', 'README.md', 'LICENSE'];

/** All that decides what is built and packed. */
const SOURCES = [
	'nodes',
	'credentials',
	'index.js',
	'package.json',
	'README.md',
	'LICENSE',
	'tsconfig.json',
	'tsconfig.build.json',
	'gulpfile.js',
];

/** Gives a folder with the package as it is built, packed and installed as n8n does it; kept until it is built anew. */
export async function installedPackage(say: Say): Promise<string> {
	if (!existsSync('dist')) throw new Error('There is no dist/ folder: run `npm run build` first.');
	return await kept(SHIPPED, say);
}

/** The same of the package as its sources are; builds it where they have changed. */
export async function builtPackage(say: Say): Promise<string> {
	return await kept(SOURCES, say, () =>
		withProgress(say, 'Building the package', 'a few seconds', () =>
			npm(['run', 'build'], process.cwd()),
		),
	);
}

const kept = (decisive: string[], say: Say, before?: () => Promise<unknown>): Promise<string> =>
	// What installs it decides as well.
	keptFolder(
		keptPath(
			'package',
			[...decisive, 'host/package.ts'].filter((path) => existsSync(path)).flatMap(contents),
		),
		'preparing the package',
		say,
		async (partial) => {
			await before?.();
			await installInto(partial);
		},
	);

/** The names and contents of a file, or of all files in a folder. */
function contents(path: string): Array<Buffer | string> {
	if (statSync(path).isFile()) return [path, readFileSync(path)];
	return readdirSync(path)
		.sort()
		.flatMap((name) => contents(join(path, name)));
}
