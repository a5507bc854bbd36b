import { delimiter, dirname } from 'node:path';
import { nodeBinary } from './node.ts';
import { succeed, type Finished } from './process.ts';

/** What a running npm script tells its children about itself: of no concern to an npm that works elsewhere. */
const OUTER_SCRIPT = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts)$/i;

/** This process's environment with Node 24 first on the path and nothing of the npm script we may be running in. */
export function npmEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !OUTER_SCRIPT.test(name));
	const path = [dirname(nodeBinary()), process.env.PATH ?? ''].join(delimiter);
	return { ...Object.fromEntries(kept), PATH: path, ...more };
}

/** Runs npm in a folder; throws with npm's last words where it fails. */
export async function npm(args: string[], cwd: string, more = {}): Promise<Finished> {
	const cli = process.env.npm_execpath;
	const [command, before] = cli?.endsWith('.js') ? [nodeBinary(), [cli]] : ['npm', []];
	return await succeed(command, [...before, ...args], { cwd, env: npmEnvironment(more) });
}
