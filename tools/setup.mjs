// Plain JavaScript without dependencies: it runs on a bare machine, before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const modules = 'node_modules';
const stamp = join(modules, '.installed-lock');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** The environment in which the project's own Node and tools come first on the path. */
export function projectEnvironment() {
	const bin = join(process.cwd(), modules, '.bin');
	return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
}

/** Runs a command to its end, with its output shown; rejects where it fails. */
export function run(command, args, environment = process.env) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			stdio: 'inherit',
			env: environment,
			shell: process.platform === 'win32',
		});
		child.on('error', reject);
		child.on('exit', (code, signal) => {
			if (code === 0) resolve();
			else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`));
		});
	});
}

/** Installs the development dependencies of the lock file, unless that has been done. */
export async function setUp() {
	const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
	const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
	if (!installed) {
		const done = progress(
			'Installing the development dependencies (about 1 minute the first time)',
		);
		// Not `npm ci`: it refuses a lock file that lacks optional packages of other platforms.
		await run(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
		// The one install script that is needed: it brings the Node that n8n asks for.
		await run(npm, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
		mkdirSync(modules, { recursive: true });
		writeFileSync(stamp, lock);
		done();
	}
	return projectEnvironment();
}

/** Says what a long step does, now and every ten seconds; returns the function that ends it. */
export function progress(what) {
	const begun = Date.now();
	const elapsed = () => `${Math.round((Date.now() - begun) / 1000)} s`;
	console.log(`▸ ${what} …`);
	const timer = setInterval(() => console.log(`  … still at it, ${elapsed()}`), 10_000);
	return () => {
		clearInterval(timer);
		console.log(`  done after ${elapsed()}`);
	};
}
