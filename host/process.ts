import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { nodeBinary } from './node.ts';

export interface Finished {
	exitCode: number;
	stdout: string;
	stderr: string;
}

/** Another account of this machine. */
export interface User {
	uid: number;
	gid: number;
}

export interface Options {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Whom the command runs as, where it is not to be us; only root may choose. */
	user?: User;
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

/** Starts a command in a process group of its own, which ends with us even where we are killed (see keeper.ts). */
export function start(
	command: string,
	args: string[],
	{ cwd, env, user, heard }: Options,
): Running {
	const keeper = resolve('host/keeper.ts');
	const as = user === undefined ? [] : [`--user=${user.uid}:${user.gid}`];
	const child = spawn(nodeBinary(), [keeper, ...as, command, ...args], {
		cwd,
		env,
		detached: true,
		stdio: 'pipe',
	});
	const out: string[] = [];
	const err: string[] = [];
	for (const [stream, texts] of [[child.stdout, out] as const, [child.stderr, err] as const]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			texts.push(text);
			heard?.(text);
		});
	}
	// The pipe is only the keeper's sign of life; that it breaks when the keeper ends is no news.
	child.stdin.on('error', () => undefined);

	const finished = new Promise<Finished>((done, failed) => {
		child.once('error', failed);
		child.once('close', (code) =>
			done({ exitCode: code ?? 1, stdout: out.join(''), stderr: err.join('') }),
		);
	}).finally(() => running.delete(self));

	const self: Running = {
		finished,
		pid: child.pid,
		isRunning: () => running.has(self),
		output: () => out.join('') + err.join(''),
		async stop() {
			// The keeper ends its group when its input ends: SIGTERM first, SIGKILL after its patience.
			child.stdin.end();
			await finished.catch(() => undefined);
		},
		async kill() {
			if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
			await finished.catch(() => undefined);
		},
	};
	running.add(self);
	return self;
}

/** Runs a command to its end. */
export async function run(command: string, args: string[], options: Options): Promise<Finished> {
	return await start(command, args, options).finished;
}

/** Ends everything that was started here and is still running. */
export async function stopAll(): Promise<void> {
	await Promise.all([...running].map((one) => one.stop()));
}
