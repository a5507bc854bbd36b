import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { keptFolder, keptPath } from './cache.ts';
import { npm } from './npm.ts';
import { installInto } from './package.ts';
import { withProgress, type Say } from './progress.ts';

/** All that is packed. */
const SHIPPED = ['dist', 'index.js', 'package.json', 'README.md', 'LICENSE'];

/** All that decides what is built and packed. */
const BUILT = ['nodes', 'credentials', 'tsconfig.json', 'tsconfig.build.json', 'gulpfile.js'];
const SOURCES = [...BUILT, ...SHIPPED.slice(1)];

/** Gives a folder with the package as it is built, packed and installed as n8n does it; kept until it is built anew. */
export async function installedPackage(say: Say): Promise<string> {
	if (!existsSync('dist')) throw new Error('There is no dist/ folder: run `npm run build` first.');
	return await kept(SHIPPED, say);
}

/** The same of the package as its sources are; builds it where they have changed. */
export async function builtPackage(say: Say): Promise<string> {
	const build = () => npm(['run', 'build'], process.cwd());
	return await kept(SOURCES, say, () =>
		withProgress(say, 'Building the package', 'a few seconds', build),
	);
}

async function kept(decisive: string[], say: Say, before = () => Promise.resolve<unknown>(0)) {
	// What installs it decides as well.
	const files = globSync([...decisive, ...decisive.map((one) => `${one}/**`), 'host/package.ts'])
		.filter((path) => statSync(path).isFile())
		.sort();
	const contents = files.flatMap((path) => [path, readFileSync(path)]);
	const make = (partial: string) => before().then(() => installInto(partial));
	return await keptFolder(keptPath('package', contents), 'preparing the package', say, make);
}
