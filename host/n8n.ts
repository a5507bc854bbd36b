import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './database.ts';
import { n8nCommand } from './install.ts';
import { packageFolder, placePackage } from './package.ts';
import { freePort } from './ports.ts';
import { nodeBinary, start, type Options, type Running } from './process.ts';
import { openServer, ready, type Server } from './server.ts';
import { settings } from './settings.ts';
import { workflowsFolder, type Credential, type Workflow } from './workflows.ts';

/** A started worker of n8n's queue mode. */
export type Worker = Pick<Running, 'pid' | 'isRunning' | 'output' | 'stop' | 'kill'>;

export type Host = Awaited<ReturnType<typeof openHost>>;

/**
 * An n8n with a user folder of its own, which goes when it is closed, and in it this package, installed before (see
 * package.ts). `more` are further settings of n8n's. `isShared`: for whoever leaves the package as it is.
 */
export async function openHost(
	hostFolder: string,
	packageIn: string,
	more: Record<string, string> = {},
	isShared = false,
) {
	// Real paths: n8n compares the real path of a file with what it is allowed to read.
	const userFolder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-host-')));
	const readableFolder = await realpath(workflowsFolder());
	const n8nFolder = join(userFolder, '.n8n');
	const n8nFolders = [n8nFolder];
	const packed = await placePackage(packageIn, userFolder, isShared);
	const { encryptionKey, keep } = await openDatabase(hostFolder, n8nFolder);

	/** Starts a command of n8n's, with ports of its own: each opens a task broker, too. */
	const begin = async (args: string[], folder = userFolder, heard?: Options['heard']) => {
		const [port, brokerPort] = [await freePort(), await freePort()];
		const place = { hostFolder, userFolder: folder, readableFolder, encryptionKey };
		// The working directory is the checkout, so that the examples' relative file paths work from any clone.
		const env = settings({ ...place, port, brokerPort, more });
		const options = { cwd: process.cwd(), env, heard };
		const running = start(nodeBinary(), [n8nCommand(hostFolder), ...args], options);
		return { running, url: `http://127.0.0.1:${port}` };
	};

	let server: Server | undefined;
	/** What is to come in as soon as there is a server. */
	const waiting: Array<() => Promise<void>> = [];
	const soon = async (bring: () => Promise<void>) =>
		server === undefined ? void waiting.push(bring) : await bring();
	const credentialIds = new Map<string, string>();
	const post = async (path: string, thing: unknown): Promise<unknown> => {
		const answer = await server?.rest('POST', path, thing);
		if (answer?.status === 200) return answer.data;
		throw new Error(`n8n took no ${path}: ${JSON.stringify(answer?.body)}`);
	};

	return {
		/** The package as it was packed and installed, and where n8n loads it from. */
		packed,
		/** Where the server and the command line have their files, and each worker. */
		n8nFolders,
		/** n8n gives each credential an id of its own: by the one that workflows name. */
		credentialIds,
		packageFolder: packageFolder(packed, n8nFolder),
		close: () => rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
		/** Brings in credentials: at once where n8n runs, else as soon as it does. */
		importCredentials: (credentials: Credential[]) =>
			soon(async () => {
				for (const { id, ...credential } of credentials) {
					const made = (await post('/rest/credentials', credential)) as { id: string };
					credentialIds.set(id, made.id);
				}
			}),
		/** Brings in workflows in the same way, which may name credentials that came in before. */
		importWorkflows: (workflows: Workflow[]) =>
			soon(async () => {
				let text = JSON.stringify(workflows);
				for (const [id, own] of credentialIds)
					text = text.replaceAll(JSON.stringify(id), JSON.stringify(own));
				for (const workflow of JSON.parse(text) as Workflow[])
					await post('/rest/workflows', { ...workflow, active: false });
			}),
		/** Runs a command of n8n's, beside the server. */
		command: async (...args: string[]) => await (await begin(args)).running.finished,
		/** Starts n8n as a server; after it has ended, again, on what it left. `heard` gets what it writes. */
		async serve(heard?: Options['heard']): Promise<Server> {
			const { running, url } = await begin(['start'], userFolder, heard);
			const isKept = (more.DB_TYPE ?? 'sqlite') === 'sqlite';
			const before = async () => (isKept ? await keep() : undefined);
			const opened = (server = await openServer(running, url, before));
			for (const bring of waiting.splice(0)) await bring();
			return opened;
		},
		/** Starts a worker of n8n's queue mode, which needs settings for it, with a user folder and a package of its own. */
		async work(concurrency = 10): Promise<Worker> {
			const workerFolder = join(userFolder, `worker-${n8nFolders.length}`);
			n8nFolders.push(join(workerFolder, '.n8n'));
			await placePackage(packageIn, workerFolder, isShared);
			const args = ['worker', `--concurrency=${concurrency}`];
			const { running, url } = await begin(args, workerFolder);
			await ready(running, `${url}/healthz/readiness`, 200);
			return running;
		},
	};
}
