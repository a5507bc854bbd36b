import { rm, writeFile } from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { n8nCommand } from './install.ts';
import { nodeBinary } from './node.ts';
import { freePort } from './ports.ts';
import { run, type Finished, type Options } from './process.ts';
import { settings } from './settings.ts';
import { workflowsFolder } from './workflows.ts';

/** An n8n on a user folder: where it is installed, what it has to work with, and its further settings. */
export interface Commanded {
	hostFolder: string;
	/** n8n makes its folder `.n8n` in here. */
	userFolder: string;
	encryptionKey: string;
	more: Record<string, string>;
}

/** A command of n8n's, with ports of its own: one of the command line opens a task broker too, beside the server's. */
export async function commandOf(
	n8n: Commanded,
	args: string[],
): Promise<{ port: number; args: string[]; options: Options }> {
	const [port, brokerPort] = [await freePort(), await freePort()];
	// n8n compares the real path of a file with what it is allowed to read.
	const env = settings({
		...n8n,
		readableFolder: realpathSync(workflowsFolder()),
		port,
		brokerPort,
	});
	// The working directory is the checkout, so that the examples' relative file paths work from any clone.
	const options = { cwd: process.cwd(), env };
	return { port, args: [n8nCommand(n8n.hostFolder), ...args], options };
}

/** Runs a command of n8n's to its end. */
export async function runCommand(n8n: Commanded, args: string[]): Promise<Finished> {
	const made = await commandOf(n8n, args);
	return await run(nodeBinary(), made.args, made.options);
}

/** Imports credentials or workflows by n8n's command line; throws where not all of them came in. */
export async function importByCommand(
	n8n: Commanded,
	kind: 'credentials' | 'workflow',
	list: unknown[],
): Promise<void> {
	const file = join(n8n.userFolder, 'import.json');
	await writeFile(file, JSON.stringify(list), { mode: 0o600 });
	const once = () => runCommand(n8n, [`import:${kind}`, `--input=${file}`]);
	// Its words tell, not its exit code: n8n 2.40.7 sometimes crashes while it exits, when all is stored.
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
}
