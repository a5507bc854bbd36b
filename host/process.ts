import { existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { execa } from 'execa';

export type Finished = { exitCode: number; stdout: string; stderr: string };

export interface Options {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** The account that the command runs as, where it is not to be ours; only root may choose. */
	user?: { uid: number; gid: number } | undefined;
	/** Gets what it writes, as it comes. */
	heard?: ((text: string) => void) | undefined;
}

export type Running = ReturnType<typeof start>;

/** The Node that runs n8n: this very one, which has to be new enough. */
export function nodeBinary(): string {
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	throw new Error(
		`n8n needs Node 24, this is ${process.version}. Start it through npm (npm start, npm test): the devDependency "node" brings Node 24.`,
	);
}

/** The folder with Node's C++ headers, where there are such: with it a native module is built without the network. */
export function nodeHeaders(): string | undefined {
	const near = dirname(dirname(nodeBinary()));
	const platform = `node-${process.platform}-${process.arch}`;
	return [near, join(near, 'node_modules', platform), join(dirname(near), platform)].find(
		(folder) => existsSync(join(folder, 'include', 'node', 'node.h')),
	);
}

/** Ends everything that was started here and is still running. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map((stop) => stop()));
}
const running = new Set<() => Promise<void>>();

/** Starts a command in a process group of its own, which ends with us even where we are killed (see keeper.mjs). */
export function start(command: string, args: string[], options: Options) {
	const { cwd, env, user, heard } = options;
	const child = execa(
		nodeBinary(),
		[resolve('host/keeper.mjs'), user ? `${user.uid}:${user.gid}` : '', command, ...args],
		// Kept here, as what it has written so far is asked for; execa would keep no more than 100 MB.
		{ cwd, env, extendEnv: false, detached: true, cleanup: false, reject: false, buffer: false },
	);
	const written = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const)
		child[name].setEncoding('utf8').on('data', (text: string) => {
			written[name] += text;
			heard?.(text);
		});
	/** Settles when the process has ended, for whatever reason. */
	const finished = child
		.then(({ exitCode = 1 }): Finished => ({ exitCode, ...written }))
		.finally(() => running.delete(stop));
	/** Ends it with all its children, and waits until they are gone. */
	const stop = async () => {
		// The keeper ends its group when its input ends: SIGTERM first, SIGKILL after its patience.
		child.stdin.end();
		await finished;
	};
	running.add(stop);
	return {
		finished,
		stop,
		/** Kills it with all its children at once (SIGKILL), as a crash or a power cut would. */
		async kill() {
			if (child.pid !== undefined && running.has(stop)) process.kill(-child.pid, 'SIGKILL');
			await finished;
		},
		/** The id of its keeper, which leads its process group; undefined where it could not be started. */
		pid: child.pid,
		isRunning: () => running.has(stop),
		/** What it has written so far. */
		output: () => written.stdout + written.stderr,
	};
}

/** Runs a command to its end. */
export async function run(command: string, args: string[], options: Options): Promise<Finished> {
	return await start(command, args, options).finished;
}

/** The same, but throws with its last words where it fails. */
export async function succeed(command: string, args: string[], options: Options) {
	const result = await run(command, args, options);
	if (result.exitCode === 0) return result;
	const words = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-30).join('\n');
	throw new Error(`${[command, ...args].join(' ')} failed with ${result.exitCode}:\n${words}`);
}

/** The programs of a name on the PATH. */
export const onPath = (name: string): string[] =>
	globSync((process.env.PATH ?? '').split(delimiter).map((folder) => `${folder}/${name}`));
