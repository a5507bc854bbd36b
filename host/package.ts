import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { npm } from './npm.ts';
import { keptFolder, keptPath } from './cache.ts';
import { type Say, withProgress } from './progress.ts';

export interface Packed {
	/** The tarball's full path. */
	tarball: string;
	name: string;
	version: string;
	/** What is in it, as paths inside the package. */
	files: string[];
}

/** Packs this package as it would be published. It has to be built already. */
export async function packPackage(into: string): Promise<Packed> {
	if (!existsSync(resolve('dist')))
		throw new Error('There is no dist/ folder: run `npm run build` first.');
	await mkdir(into, { recursive: true });
	const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', into];
	const { stdout } = await npm(args, process.cwd());
	type Told = Omit<Packed, 'tarball' | 'files'> & { filename: string; files: { path: string }[] };
	const [{ filename, name, version, files }] = JSON.parse(stdout) as [Told];
	return { tarball: join(into, filename), name, version, files: files.map(({ path }) => path) };
}

/** Where n8n, whose folder is `n8nFolder`, has an installed package. */
export const packageFolder = ({ name }: Packed, n8nFolder: string): string =>
	join(n8nFolder, 'nodes', 'node_modules', name);

/** What is kept of an installed package: a user folder of n8n's with nothing else in it, and what was packed. */
const ABOUT = 'packed.json';
const nodesIn = (userFolder: string): string => join(userFolder, '.n8n', 'nodes');

/**
 * Packs this package and installs it in an empty user folder of n8n's, in the folder and without the peers, scripts and
 * links as n8n does itself (n8n 2.41, `community-packages.service.js`). It has to be built already.
 */
export async function installInto(userFolder: string): Promise<void> {
	const packed = await packPackage(join(userFolder, 'packed'));
	await mkdir(nodesIn(userFolder), { recursive: true, mode: 0o700 });
	const { name, version, tarball } = packed;
	const flags = ['--ignore-scripts', '--bin-links=false', '--legacy-peer-deps', '--omit=dev'];
	// Offline: a community node has no dependencies, and this would notice one.
	const more = ['--offline', '--no-package-lock', '--no-save', '--no-audit', '--no-fund'];
	await npm(['install', ...flags, ...more, tarball], nodesIn(userFolder));
	const listed = { name: 'installed-nodes', private: true, dependencies: { [name]: version } };
	await writeFile(join(nodesIn(userFolder), 'package.json'), JSON.stringify(listed));
	await writeFile(join(userFolder, ABOUT), JSON.stringify(packed));
}

/**
 * Gives a user folder of n8n's, which is empty, the package from the one where it was installed: a copy, or the same one as
 * all that share it, which n8n then finds compiled. Whoever is let into such an n8n must not remove the package there.
 */
export async function placePackage(
	from: string,
	userFolder: string,
	isShared: boolean,
): Promise<Packed> {
	await mkdir(join(userFolder, '.n8n'), { recursive: true, mode: 0o700 });
	if (isShared) await symlink(nodesIn(from), nodesIn(userFolder), 'junction');
	else await cp(nodesIn(from), nodesIn(userFolder), { recursive: true });
	return JSON.parse(await readFile(join(from, ABOUT), 'utf8')) as Packed;
}

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
