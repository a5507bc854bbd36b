import { realpath, copyFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf, runCommand } from './command.ts';
import { databaseIn, freshDatabase } from './database.ts';
import { importInto, type Imports } from './import.ts';
import { recordInstalledPackage } from './ledger.ts';
import { nodeBinary } from './node.ts';
import { packageFolder, placePackage, type Packed } from './package.ts';
import { start, type Finished } from './process.ts';
import type { Say } from './progress.ts';
import { addCredentials, addWorkflows } from './rows.ts';
import { readExecution, type Execution } from './run-data.ts';
import { openServer, type Server } from './server.ts';
import { openWorker, workerSettings, type Worker } from './worker.ts';
import type { Credential, Workflow } from './workflows.ts';

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
	say: Say = () => undefined,
	isShared = false,
): Promise<Host> {
	// Real path: n8n compares the real path of a file with what it is allowed to read.
	const userFolder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-host-')));
	const n8nFolder = join(userFolder, '.n8n');

	/** Of the server and the command line, and one of each worker. */
	const n8nFolders = [n8nFolder];

	const close = () =>
		rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

	try {
		const packed = await placePackage(packageIn, userFolder, isShared);
		const { file, encryptionKey, pattern } = await freshDatabase(hostFolder, say);
		const n8n = { hostFolder, userFolder, encryptionKey, more };
		const onSqlite = (more.DB_TYPE ?? 'sqlite') === 'sqlite';
		const database = databaseIn(n8nFolder);
		if (onSqlite) await copyFile(file, database);
		/** For another database, until there is a server that takes them. */
		let imports: Imports | undefined = { credentials: [], workflows: [] };
		const waiting = () => {
			if (imports === undefined) throw new Error('This n8n was started without it');
			return imports;
		};
		return {
			packed,
			packageFolder: packageFolder(packed, n8nFolder),
			close,
			async importCredentials(credentials) {
				if (onSqlite) addCredentials(database, pattern, credentials, encryptionKey);
				else waiting().credentials.push(...credentials);
			},
			async importWorkflows(workflows) {
				if (onSqlite) addWorkflows(database, pattern, workflows);
				else waiting().workflows.push(...workflows);
			},
			async execute(id) {
				const result = await runCommand(n8n, ['execute', `--id=${id}`, '--rawOutput']);
				return { ...result, execution: readExecution(result.stdout) };
			},
			async serve() {
				// Without it n8n loads the package all the same; in another database nobody asks for it.
				if (onSqlite) recordInstalledPackage(database, packed);
				const { port, args, options } = await commandOf(n8n, ['start']);
				const url = `http://127.0.0.1:${port}`;
				const server = await openServer(start(nodeBinary(), args, options), url);
				if (imports !== undefined) await importInto(server, imports);
				imports = undefined;
				return server;
			},
			async work(concurrency = 10) {
				const workerFolder = join(userFolder, `worker-${n8nFolders.length}`);
				n8nFolders.push(join(workerFolder, '.n8n'));
				await placePackage(packageIn, workerFolder, isShared);
				const { port, args, options } = await commandOf({ ...n8n, userFolder: workerFolder }, [
					'worker',
					`--concurrency=${concurrency}`,
				]);
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
