import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { n8nCommand } from './install.ts';
import { recordInstalledPackage } from './ledger.ts';
import { nodeBinary } from './node.ts';
import { installPackage, packageFolder, packPackage, type Packed } from './package.ts';
import { freePort } from './ports.ts';
import { run, start, type Finished } from './process.ts';
import { readExecution, type Execution } from './run-data.ts';
import { openServer, type Server } from './server.ts';
import { settings } from './settings.ts';
import { openWorker, workerSettings, type Worker } from './worker.ts';
import { workflowsFolder, type Workflow } from './workflows.ts';

export interface Credential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** An n8n with this package installed and a user folder of its own, which goes when it is closed. */
export interface Host {
	/** The package as it was packed and installed. */
	packed: Packed;
	/** Where n8n loads the package from. */
	packageFolder: string;
	importCredentials(credentials: Credential[]): Promise<void>;
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
	/** The bytes of everything in n8n's folders that is no installed package: database, its log, event log, settings. */
	storedBytes(): Promise<Buffer>;
	/** Copies all that n8n has stored and the package into a folder, from which a host can be opened again. */
	keepIn(folder: string): Promise<void>;
	close(): Promise<void>;
}

/** What a kept user folder tells of itself. */
interface Kept {
	encryptionKey: string;
	packed: Packed;
}

const KEPT = 'kept.json';

/**
 * Packs this package and installs it in an n8n with a fresh user folder, or with a copy of one that was kept. `more` are
 * further settings of n8n's.
 */
export async function openHost(
	hostFolder: string,
	more: Record<string, string> = {},
	keptIn?: string,
): Promise<Host> {
	// Real path: n8n compares the real path of a file with what it is allowed to read.
	const userFolder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-host-')));
	const n8nFolder = join(userFolder, '.n8n');
	let encryptionKey = randomBytes(24).toString('hex');
	const readableFolder = realpathSync(workflowsFolder());

	/** Of the server and the command line, and one of each worker. */
	const n8nFolders = [n8nFolder];

	const close = () =>
		rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

	/** Ports of their own for every process: a CLI run opens a task broker too, beside the server's. */
	const command = async (args: string[], folder = userFolder) => {
		const [port, brokerPort] = [await freePort(), await freePort()];
		const user = { userFolder: folder, encryptionKey, readableFolder };
		const env = settings({ hostFolder, ...user, port, brokerPort, more });
		// The working directory is the checkout, so that the examples' relative file paths work from any clone.
		return { port, args: [n8nCommand(hostFolder), ...args], options: { cwd: process.cwd(), env } };
	};

	const cli = async (args: string[]): Promise<Finished> => {
		const made = await command(args);
		return await run(nodeBinary(), made.args, made.options);
	};

	const importAll = async (kind: 'credentials' | 'workflow', list: unknown[]): Promise<void> => {
		const file = join(userFolder, 'import.json');
		await writeFile(file, JSON.stringify(list), { mode: 0o600 });
		const once = () => cli([`import:${kind}`, `--input=${file}`]);
		// Its words tell, not its exit code: see `execute`.
		const done = ({ stdout }: Finished) => stdout.includes(`Successfully imported ${list.length} `);
		let result: Finished;
		try {
			result = await once();
			// On a busy machine n8n 2.41.1 was seen to end after its migrations without a word; to import twice is harmless.
			if (!done(result)) result = await once();
		} finally {
			await rm(file, { force: true });
		}
		if (!done(result)) {
			throw new Error(
				`n8n import:${kind} failed with ${result.exitCode}:\n${result.stdout.slice(-2000)}${result.stderr.slice(-2000)}`,
			);
		}
	};

	try {
		let packed: Packed;
		if (keptIn === undefined) {
			await mkdir(n8nFolder, { mode: 0o700 });
			packed = await packPackage(join(userFolder, 'packed'));
			await installPackage(packed, n8nFolder);
		} else {
			await cp(keptIn, userFolder, { recursive: true });
			({ encryptionKey, packed } = JSON.parse(
				await readFile(join(userFolder, KEPT), 'utf8'),
			) as Kept);
		}
		return {
			packed,
			packageFolder: packageFolder(packed, n8nFolder),
			async keepIn(folder) {
				await cp(userFolder, folder, { recursive: true });
				const kept: Kept = { encryptionKey, packed };
				await writeFile(join(folder, KEPT), JSON.stringify(kept), { mode: 0o600 });
			},
			close,
			importCredentials: (credentials) => importAll('credentials', credentials),
			importWorkflows: (workflows) => importAll('workflow', workflows),
			async execute(id) {
				const result = await cli(['execute', `--id=${id}`, '--rawOutput']);
				return { ...result, execution: readExecution(result.stdout) };
			},
			async serve() {
				// Without it n8n loads the package all the same; in another database nobody asks for it.
				if ((more.DB_TYPE ?? 'sqlite') === 'sqlite') recordInstalledPackage(n8nFolder, packed);
				const { port, args, options } = await command(['start']);
				return await openServer(start(nodeBinary(), args, options), `http://127.0.0.1:${port}`);
			},
			async work(concurrency = 10) {
				const workerFolder = join(userFolder, `worker-${n8nFolders.length}`);
				const workerN8nFolder = join(workerFolder, '.n8n');
				n8nFolders.push(workerN8nFolder);
				await mkdir(workerN8nFolder, { recursive: true, mode: 0o700 });
				await cp(join(n8nFolder, 'nodes'), join(workerN8nFolder, 'nodes'), { recursive: true });
				const { port, args, options } = await command(
					['worker', `--concurrency=${concurrency}`],
					workerFolder,
				);
				const env = { ...options.env, ...workerSettings(port) };
				return await openWorker(start(nodeBinary(), args, { ...options, env }), port);
			},
			async storedBytes() {
				const bytes: Buffer[] = [];
				for (const folder of n8nFolders) {
					const entries = await readdir(folder, { recursive: true, withFileTypes: true });
					for (const entry of entries) {
						if (entry.isFile() && !entry.parentPath.startsWith(join(folder, 'nodes')))
							bytes.push(await readFile(join(entry.parentPath, entry.name)));
					}
				}
				return Buffer.concat(bytes);
			},
		};
	} catch (error) {
		await close();
		throw error;
	}
}
