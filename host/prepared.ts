import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keptPath } from './cache.ts';
import { installHost } from './install.ts';
import { keptFolder } from './kept.ts';
import { openHost } from './n8n.ts';
import { npm } from './npm.ts';
import { withProgress, type Say } from './progress.ts';
import { exampleWorkflows, sandboxCredential } from './workflows.ts';

/** All that decides what the package is, and what is imported. */
const DECISIVE = [
	'nodes',
	'credentials',
	'workflows',
	'host',
	'index.js',
	'package.json',
	'README.md',
	'tsconfig.json',
	'tsconfig.build.json',
	'gulpfile.js',
];

export interface Prepared {
	hostFolder: string;
	/** A user folder of n8n's with this package, the sandbox's credential and the example workflows. */
	userFolder: string;
}

/** Gives an installed n8n, and a user folder for it that is kept as long as nothing has changed that went into it. */
export async function prepare(say: Say): Promise<Prepared> {
	const parts = DECISIVE.filter((path) => existsSync(path)).flatMap(contents);
	// Its name is made of all versions and locks of n8n's, which are in the folder `host`.
	const userFolder = keptPath('prepared', [process.env.N8N_HOST_VERSION ?? '', ...parts]);
	if (existsSync(userFolder)) return { hostFolder: await installHost(say), userFolder };
	const build = withProgress(say, 'Building the package', 'a few seconds', () =>
		npm(['run', 'build'], process.cwd()),
	);
	const [installed, built] = await Promise.allSettled([installHost(say), build]);
	if (built.status === 'rejected') throw built.reason;
	if (installed.status === 'rejected') throw installed.reason;
	const hostFolder = installed.value;
	await keptFolder(userFolder, 'preparing n8n', say, (partial) =>
		withProgress(say, 'Importing the credential and the workflows', 'about 15 seconds', () =>
			importInto(partial, hostFolder),
		),
	);
	return { hostFolder, userFolder };
}

async function importInto(folder: string, hostFolder: string): Promise<void> {
	const host = await openHost(hostFolder);
	try {
		// The addresses are those of a sandbox that is not there yet: they are set when it is.
		const nowhere = { url: 'http://127.0.0.1:9', username: 'demo', password: 'demo-password' };
		await host.importCredentials([sandboxCredential(nowhere)]);
		await host.importWorkflows([...exampleWorkflows().values()]);
		await host.keepIn(folder);
	} finally {
		await host.close();
	}
}

/** The names and contents of a file, or of all files in a folder. */
function contents(path: string): Array<Buffer | string> {
	if (statSync(path).isFile()) return [path, readFileSync(path)];
	return readdirSync(path)
		.sort()
		.flatMap((name) => contents(join(path, name)));
}
