import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { installHost } from '../../host/install.ts';
import { openHost, type Host } from '../../host/n8n.ts';
import { installedPackage } from '../../host/prepared.ts';
import { stopAll } from '../../host/process.ts';
import type { Server } from '../../host/server.ts';
import { sandboxCredential, type Credential } from '../../host/workflows.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.ts';

export interface Opened {
	host: Host;
	sandbox: Sandbox;
	close(): Promise<void>;
}

/** The same, and n8n's server. */
export interface Served extends Opened {
	server: Server;
}

/** Modules of n8n's without which it does not start, or whose work the tests see; the others make a start an eighth longer. */
const MODULES = [
	'community-packages',
	'data-table',
	'encryption-key-manager',
	'policy-infrastructure',
];

/**
 * What makes n8n cost less without a test seeing it. Each workflow that is published, and each execution, gets an isolate
 * of its own for expressions: here one of code that n8n keeps, and only where there is an expression.
 */
const quick = (hostFolder: string): Record<string, string> => ({
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_DISABLED_MODULES: modulesOf(hostFolder)
		.filter((name) => !MODULES.includes(name))
		.join(','),
});

/**
 * The installed n8n with this package and the sandbox's credential, and the sandbox. Jest would hold lines back,
 * so they go past it. `asItComes`: for a benchmark, the n8n that users have.
 */
export async function open(
	more: Record<string, string> = {},
	options: SandboxOptions = {},
	asItComes = false,
): Promise<Opened> {
	const say = (line: string) => void process.stderr.write(`${line}\n`);
	const hostFolder = await installHost(say);
	const packageIn = await installedPackage(say);
	const sandbox = await startSandbox(options);
	const endings: Array<() => Promise<void>> = [() => sandbox.close()];
	const close = async () => {
		await stopAll();
		for (const end of endings.splice(0).reverse()) await end();
	};
	try {
		const settings = asItComes ? more : { ...quick(hostFolder), ...more };
		const host = await openHost(hostFolder, packageIn, settings, true);
		endings.push(() => host.close());
		await host.importCredentials([sandboxCredential(sandbox)]);
		return { host, sandbox, close };
	} catch (error) {
		// A sandbox that is left open keeps jest from ending.
		await close();
		throw error;
	}
}

/** The bytes of everything in n8n's folders that is no installed package: database, its log, event log, settings. */
export async function storedBytes({ n8nFolders }: Host): Promise<Buffer> {
	const bytes: Buffer[] = [];
	for (const folder of n8nFolders) {
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		for (const entry of entries) {
			if (entry.isFile() && !entry.parentPath.startsWith(join(folder, 'nodes')))
				bytes.push(await readFile(join(entry.parentPath, entry.name)));
		}
	}
	return Buffer.concat(bytes);
}

/** The names of the modules that this n8n has: it refuses to start with that of another. */
export function modulesOf(hostFolder: string): string[] {
	const list = 'node_modules/@n8n/backend-common/dist/modules/modules.config.js';
	const text = readFileSync(join(hostFolder, list), 'utf8');
	return /MODULE_NAMES = \[([^\]]*)\]/.exec(text)?.[1]?.match(/[\w-]+/g) ?? [];
}

/** What n8n's test of a credential says, as its dialog shows it; the credential has been imported, but may have other data. */
export async function testCredential(
	{ host, server }: Pick<Served, 'host' | 'server'>,
	credential: Credential,
): Promise<unknown> {
	const credentials = { ...credential, id: host.credentialIds.get(credential.id) };
	const { status, data } = await server.rest('POST', '/rest/credentials/test', { credentials });
	if (status !== 200) throw new Error(`n8n tests no ${credential.id}: ${status}`);
	return data;
}
