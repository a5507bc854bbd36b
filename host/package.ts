import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { npm, npmEnvironment } from './npm.ts';
import { succeed } from './process.ts';

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
	const [packed] = JSON.parse(stdout) as Array<{
		filename: string;
		name: string;
		version: string;
		files: Array<{ path: string }>;
	}>;
	if (!packed) throw new Error('npm pack packed nothing');
	const { filename, name, version, files } = packed;
	return { tarball: join(into, filename), name, version, files: files.map((file) => file.path) };
}

/** Where n8n, whose folder is `n8nFolder`, has an installed package. */
export const packageFolder = ({ name }: Packed, n8nFolder: string): string =>
	join(n8nFolder, 'nodes', 'node_modules', name);

/**
 * Installs the tarball into n8n's folder for community packages, step by step as n8n does it itself (n8n 2.40,
 * `community-packages.service.js`, `downloadPackage`); only that the tarball comes from this disk.
 */
async function installPackage(packed: Packed, n8nFolder: string): Promise<void> {
	const { tarball, name, version } = packed;
	const nodes = join(n8nFolder, 'nodes');
	const target = packageFolder(packed, n8nFolder);
	await mkdir(target, { recursive: true });
	const options = { cwd: nodes, env: npmEnvironment() };
	await succeed('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], options);

	const manifestFile = join(target, 'package.json');
	const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, unknown>;
	for (const kind of ['devDependencies', 'peerDependencies', 'optionalDependencies'])
		delete manifest[kind];
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
	const flags = ['--audit=false', '--fund=false', '--bin-links=false', '--ignore-scripts=true'];
	const more = ['--install-strategy=shallow', '--package-lock=false'];
	// Offline: a community node has no dependencies, and this would notice one.
	await npm(['install', ...flags, ...more, '--offline'], target);

	const ledger = { name: 'installed-nodes', private: true, dependencies: { [name]: version } };
	await writeFile(join(nodes, 'package.json'), JSON.stringify(ledger, null, 2));
}

/** What is kept of an installed package: a user folder of n8n's with nothing else in it, and what was packed. */
const ABOUT = 'packed.json';
const n8nFolderIn = (userFolder: string): string => join(userFolder, '.n8n');

/** Packs this package and installs it in an empty user folder of n8n's. It has to be built already. */
export async function installInto(userFolder: string): Promise<void> {
	const packed = await packPackage(join(userFolder, 'packed'));
	await mkdir(n8nFolderIn(userFolder), { mode: 0o700 });
	await installPackage(packed, n8nFolderIn(userFolder));
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
	const kept = join(n8nFolderIn(from), 'nodes');
	const own = join(n8nFolderIn(userFolder), 'nodes');
	await mkdir(n8nFolderIn(userFolder), { recursive: true, mode: 0o700 });
	if (isShared) await symlink(kept, own, 'junction');
	else await cp(kept, own, { recursive: true });
	return JSON.parse(await readFile(join(from, ABOUT), 'utf8')) as Packed;
}
