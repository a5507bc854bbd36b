import { readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { installHost } from '../../host/install.ts';
import { type Host, openHost } from '../../host/n8n.ts';
import { installedPackage } from '../../host/package.ts';
import { stopAll } from '../../host/process.ts';
import type { Server } from '../../host/server.ts';
import {
	type Credential,
	SANDBOX_CREDENTIAL,
	type Workflow,
	sandboxCredential,
} from '../../host/workflows.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts';
import { SPREADSHEET_WORKFLOW, spreadsheetRun } from '../../host/example.ts';
import type { Execution } from '../../host/runs.ts';

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

/** The credential of a sandbox for what goes on beside the tests: theirs is emptied before each of them. */
export const APART = { ...SANDBOX_CREDENTIAL, id: 'apart', name: 'Apart' };

/** Starts that sandbox; who asks for it closes it. */
export async function openApart({ host }: Pick<Opened, 'host'>): Promise<Sandbox> {
	const sandbox = await startSandbox();
	await host.importCredentials([{ ...sandboxCredential(sandbox), ...APART }]);
	return sandbox;
}

/** A workflow that sends there. */
export const sendingApart = (workflow: Workflow): Workflow => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		Object.keys(node.credentials ?? {}).includes(APART.type)
			? { ...node, credentials: { [APART.type]: APART } }
			: node,
	),
});

/**
 * Runs a workflow through `n8n execute`, beside the server; `execution` is undefined where n8n printed none. Judge by its
 * status, not by the exit code: n8n sometimes crashes (SIGSEGV, about 1 run in 20) while it exits, when all is done.
 */
export async function execute(host: Host, id: string) {
	const result = await host.command('execute', `--id=${id}`, '--rawOutput');
	return { ...result, execution: readExecution(result.stdout) };
}

/**
 * Finds the execution in what `n8n execute` printed. `--rawOutput` does not keep log lines out, before or after it; but
 * the execution is printed with indentation, so it lies between a line `{` and a line `}`.
 */
function readExecution(stdout: string): Execution | undefined {
	const text = /^\{$[^]*?^\}$/m.exec(stdout)?.[0];
	return text === undefined ? undefined : (JSON.parse(text) as Execution);
}

/** Runs the spreadsheet example like this, and reads what came of it. */
export async function runSpreadsheetExample(host: Host, sandbox: Sandbox) {
	const { execution, stdout, stderr } = await execute(host, SPREADSHEET_WORKFLOW);
	if (execution !== undefined) return spreadsheetRun(execution, sandbox);
	throw new Error(`The example failed: ${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
}
