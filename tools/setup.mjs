// Plain JavaScript without dependencies: it runs on a bare machine, before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const modules = 'node_modules';
const stamp = join(modules, '.installed-lock');
const windows = process.platform === 'win32';
export const npm = windows ? 'npm.cmd' : 'npm';

/** The environment in which the project's own Node and tools come first on the path. */
export function projectEnvironment() {
	const bin = join(process.cwd(), modules, '.bin');
	return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
}

/** Runs a command to its end, with its output shown; rejects where it fails. */
export function run(command, args, environment = process.env, cwd = process.cwd()) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			stdio: 'inherit',
			env: environment,
			cwd,
			shell: windows,
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
	const lock = readFileSync('package-lock.json', 'utf8');
	const hash = createHash('sha256').update(lock).digest('hex');
	const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
	if (!installed) {
		const done = progress('Installing the development dependencies (about 20 seconds)');
		await installWithBun(JSON.parse(lock)).catch(async (error) => {
			console.log(`  ${error.message}; npm does it, in a minute or more`);
			await run(npm, ['ci', '--loglevel=error']);
		});
		// The one install script that is needed: it brings the Node that n8n asks for.
		await run(npm, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
		writeFileSync(stamp, hash);
		done();
	}
	return projectEnvironment();
}

/**
 * Bun reads npm's lock file too, and takes 10 seconds where npm takes a minute; npm fetches it, into a passing folder, and
 * looks whether that is what the lock says.
 */
async function installWithBun({ packages }) {
	// Its links in .bin are files of another kind there.
	if (windows) throw new Error('This is Windows');
	const folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-setup-'));
	try {
		const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch;
		const name = `@oven/bun-${process.platform}-${cpu}`;
		const path = `${modules}/${name}`;
		if (packages[path] === undefined) throw new Error(`The lock file has no ${name}`);
		const { version, integrity } = packages[path];
		const root = { dependencies: { [name]: version } };
		const lock = { lockfileVersion: 3, packages: { '': root, [path]: { version, integrity } } };
		writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
		writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
		await run(npm, ['ci', '--ignore-scripts', '--silent'], process.env, folder);
		const flags = ['--ignore-scripts', '--no-progress', '--silent', '--no-save'];
		await run(join(folder, path, 'bin', 'bun'), ['install', ...flags]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
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
