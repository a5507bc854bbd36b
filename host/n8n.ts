import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './database.ts';
import { n8nCommand } from './install.ts';
import { nodeBinary } from './node.ts';
import { packageFolder, placePackage, type Packed } from './package.ts';
import { freePort } from './ports.ts';
import { start, type Finished, type Running } from './process.ts';
import { readExecution, type Execution } from './run-data.ts';
import { openServer, ready, type Server } from './server.ts';
import { settings } from './settings.ts';
import { workflowsFolder, type Credential, type Workflow } from './workflows.ts';

/** A started worker of n8n's queue mode. */
export type Worker = Pick<Running, 'pid' | 'isRunning' | 'output' | 'stop' | 'kill'>;

/** An n8n with this package installed and a user folder of its own, which goes when it is closed. */
export interface Host {
	/** The package as it was packed and installed. */
	packed: Packed;
	/** Where n8n loads the package from. */
	packageFolder: string;
	/** Brings in credentials: at once where n8n runs, else as soon as it does. */
	importCredentials(credentials: Credential[]): Promise<void>;
	/** Brings in workflows in the same way, which may name credentials that came in before. */
	importWorkflows(workflows: Workflow[]): Promise<void>;
	/**
	 * Runs a workflow through `n8n execute`; `execution` is undefined where n8n printed none. Judge by its status, not by
	 * the exit code: n8n 2.40.7 sometimes crashes (SIGSEGV, about 1 run in 20) while it exits, when all is done and stored.
	 */
	execute(id: string): Promise<Finished & { execution: Execution | undefined }>;
	/** Starts n8n as a server; after it has ended, again, on what it left. */
	serve(): Promise<Server>;
	/**
	 * Starts a worker of n8n's queue mode, which needs settings for it, and runs up to `concurrency` executions at once.
	 * Each has a user folder of its own with the package installed, as on a machine of its own.
	 */
	work(concurrency?: number): Promise<Worker>;
	/** Where the server and the command line have their files, and each worker. */
	n8nFolders: string[];
	close(): Promise<void>;
}

/**
 * An n8n with a fresh user folder, in which a package lies that was installed before (see prepared.ts). `more` are further
 * settings of n8n's. `isShared`: for whoever leaves the package as it is, and may have it with others.
 */
export async function openHost(
	hostFolder: string,
	packageIn: string,
	more: Record<string, string> = {},
	isShared = false,
): Promise<Host> {
	// Real paths: n8n compares the real path of a file with what it is allowed to read.
	const userFolder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-host-')));
	const readableFolder = await realpath(workflowsFolder());
	const n8nFolder = join(userFolder, '.n8n');
	const n8nFolders = [n8nFolder];
	const packed = await placePackage(packageIn, userFolder, isShared);
	const database = await openDatabase(hostFolder, n8nFolder);
	const { encryptionKey } = database;

	/** Starts a command of n8n's, with ports of its own: each opens a task broker, too. */
	const begin = async (
		args: string[],
		own: (port: number) => Record<string, string> = () => ({}),
		folder = userFolder,
	) => {
		const [port, brokerPort] = [await freePort(), await freePort()];
		const place = {
			hostFolder,
			userFolder: folder,
			readableFolder,
			encryptionKey,
			port,
			brokerPort,
		};
		// The working directory is the checkout, so that the examples' relative file paths work from any clone.
		const options = {
			cwd: process.cwd(),
			env: settings({ ...place, more: { ...more, ...own(port) } }),
		};
		const running = start(nodeBinary(), [n8nCommand(hostFolder), ...args], options);
		return { running, url: `http://127.0.0.1:${port}` };
	};

	let server: Server | undefined;
	/** What is to come in as soon as there is a server. */
	const waiting: Array<() => Promise<void>> = [];
	const soon = async (bring: () => Promise<void>) =>
		server === undefined ? void waiting.push(bring) : await bring();
	/** n8n gives each credential an id of its own: by the one that workflows name. */
	const ids = new Map<string, string>();
	const post = async (path: string, thing: unknown): Promise<unknown> => {
		const answer = await server?.rest('POST', path, thing);
		if (answer?.status === 200) return answer.data;
		throw new Error(`n8n took no ${path}: ${JSON.stringify(answer?.body)}`);
	};

	return {
		packed,
		n8nFolders,
		packageFolder: packageFolder(packed, n8nFolder),
		close: () => rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
		importCredentials: (credentials) =>
			soon(async () => {
				for (const { id, ...credential } of credentials) {
					const made = (await post('/rest/credentials', credential)) as { id: string };
					ids.set(id, made.id);
				}
			}),
		importWorkflows: (workflows) =>
			soon(async () => {
				let text = JSON.stringify(workflows);
				for (const [id, own] of ids)
					text = text.replaceAll(JSON.stringify(id), JSON.stringify(own));
				for (const workflow of JSON.parse(text) as Workflow[])
					await post('/rest/workflows', { ...workflow, active: false });
			}),
		async execute(id) {
			const { running } = await begin(['execute', `--id=${id}`, '--rawOutput']);
			const result = await running.finished;
			return { ...result, execution: readExecution(result.stdout) };
		},
		async serve() {
			const { running, url } = await begin(['start']);
			const opened = (server = await openServer(running, url));
			if ((more.DB_TYPE ?? 'sqlite') === 'sqlite') await database.settle(packed);
			for (const bring of waiting.splice(0)) await bring();
			return opened;
		},
		async work(concurrency = 10) {
			const workerFolder = join(userFolder, `worker-${n8nFolders.length}`);
			n8nFolders.push(join(workerFolder, '.n8n'));
			await placePackage(packageIn, workerFolder, isShared);
			const tells = (port: number) => ({
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			});
			const args = ['worker', `--concurrency=${concurrency}`];
			const { running, url } = await begin(args, tells, workerFolder);
			await ready(running, `${url}/healthz/readiness`, 200);
			return running;
		},
	};
}
