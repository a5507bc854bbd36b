import { resolve } from 'node:path';
import { execa } from 'execa';
import { nodeBinary } from './node.ts';

export interface Finished {
	exitCode: number;
	stdout: string;
	stderr: string;
}

export interface Options {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** The account that the command runs as, where it is not to be ours; only root may choose. */
	user?: { uid: number; gid: number } | undefined;
	/** Gets what it writes, as it comes. */
	heard?: (text: string) => void;
}

export interface Running {
	/** The id of its keeper, which leads its process group; undefined where it could not be started. */
	pid: number | undefined;
	/** Settles when the process has ended, for whatever reason. */
	finished: Promise<Finished>;
	isRunning(): boolean;
	/** What it has written so far. */
	output(): string;
	/** Ends it with all its children, and waits until they are gone. */
	stop(): Promise<void>;
	/** Kills it with all its children at once (SIGKILL), as a crash or a power cut would. */
	kill(): Promise<void>;
}

const running = new Set<Running>();

/** Starts a command in a process group of its own, which ends with us even where we are killed (see keeper.mjs). */
export function start(
	command: string,
	args: string[],
	{ cwd, env, user, heard }: Options,
): Running {
	const account = user === undefined ? '' : `${user.uid}:${user.gid}`;
	const child = execa(
		nodeBinary(),
		[resolve('host/keeper.mjs'), account, command, ...args],
		// Kept here, as what it has written so far is asked for; execa would keep no more than 100 MB.
		{ cwd, env, extendEnv: false, detached: true, cleanup: false, reject: false, buffer: false },
	);
	const written = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const)
		child[name].setEncoding('utf8').on('data', (text: string) => {
			written[name] += text;
			heard?.(text);
		});
	const finished = child
		.then(({ exitCode = 1, shortMessage }) => {
			if (child.pid === undefined) written.stderr += shortMessage ?? '';
			return { exitCode, ...written };
		})
		.finally(() => running.delete(self));
	const self: Running = {
		finished,
		pid: child.pid,
		isRunning: () => running.has(self),
		output: () => written.stdout + written.stderr,
		async stop() {
			// The keeper ends its group when its input ends: SIGTERM first, SIGKILL after its patience.
			child.stdin.end();
			await finished;
		},
		async kill() {
			if (child.pid !== undefined && running.has(self)) process.kill(-child.pid, 'SIGKILL');
			await finished;
		},
	};
	running.add(self);
	return self;
}

/** Runs a command to its end. */
export async function run(command: string, args: string[], options: Options): Promise<Finished> {
	return await start(command, args, options).finished;
}

/** The same, but throws with its last words where it fails. */
export async function succeed(
	command: string,
	args: string[],
	options: Options,
): Promise<Finished> {
	const result = await run(command, args, options);
	if (result.exitCode === 0) return result;
	const words = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-30).join('\n');
	throw new Error(`${[command, ...args].join(' ')} failed with ${result.exitCode}:\n${words}`);
}

/** Ends everything that was started here and is still running. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map((one) => one.stop()));
}
