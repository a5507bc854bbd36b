import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { n8nCommand } from '../host/install.ts';
import { openHost } from '../host/n8n.ts';
import { installedPackage } from '../host/prepared.ts';
import type { Server } from '../host/server.ts';
import { sandboxCredential } from '../host/workflows.ts';
import { peakMemoryOf, type PeakMemory } from './memory.ts';
import type { Planned } from './plan.ts';
import { csvOf, rowsOf } from './rows.ts';
import { startRemoteSandbox, type RemoteSandbox } from './sandbox.ts';
import { workflowOf } from './workflow.ts';

/** Where it is measured: the sandbox in its process, and an n8n with all workflows, to be started as often as wanted. */
export interface Place {
	sandbox: RemoteSandbox;
	serve(): Promise<{ server: Server; memory: PeakMemory }>;
	close(): Promise<void>;
}

export async function openPlace(hostFolder: string, planned: Planned[]): Promise<Place> {
	const sandbox = await startRemoteSandbox();
	// n8n compares the real path of a file with what it may read.
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-bench-')));
	const closings = [() => rm(folder, { recursive: true, force: true })];
	const close = async () => {
		for (const closing of closings) await closing();
	};
	const csvFile = (rows: number) => join(folder, `${rows}.csv`);
	try {
		for (const rows of new Set(planned.map((one) => one.rows)))
			await writeFile(csvFile(rows), csvOf(rowsOf(rows)));
		const packageIn = await installedPackage((line) => console.log(line));
		const host = await openHost(hostFolder, packageIn, {
			N8N_RESTRICT_FILE_ACCESS_TO: folder,
			N8N_CUSTOM_EXTENSIONS: resolve('bench/helper'),
		});
		closings.push(() => host.close());
		await host.importCredentials([sandboxCredential(sandbox)]);
		await host.importWorkflows(
			planned.map(({ one, rows }) => workflowOf(one, rows, csvFile(rows), sandbox)),
		);
		return {
			sandbox,
			async serve() {
				const server = await host.serve();
				return { server, memory: peakMemoryOf(`${n8nCommand(hostFolder)} start`) };
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
