// Plain JavaScript without dependencies: it runs on a bare machine, before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const modules = 'node_modules';
const stamp = join(modules, '.installed-lock');
const shell = process.platform === 'win32';
export const npm = shell ? 'npm.cmd' : 'npm';

/** The environment in which the project's own Node and tools come first on the path. */
export function projectEnvironment() {
	const path = [join(process.cwd(), modules, '.bin'), process.env.PATH ?? ''];
	return { ...process.env, PATH: path.join(delimiter) };
}

/** Runs a command to its end, with its output shown; rejects where it fails. */
export function run(command, args, env = process.env, cwd = process.cwd()) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { stdio: 'inherit', env, cwd, shell });
		child.on('error', reject);
		const failure = new Error(`${command} ${args.join(' ')} has failed`);
		child.on('exit', (code) => (code === 0 ? resolve() : reject(failure)));
	});
}

/** Installs the development dependencies of the lock file, unless that has been done. */
export async function setUp() {
	const lock = readFileSync('package-lock.json', 'utf8');
	const hash = createHash('sha256').update(lock).digest('hex');
	if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
		console.log('▸ Installing the development dependencies (about 20 seconds) …');
		const sign = setInterval(() => console.log('  … still at it'), 10_000).unref();
		await installWithBun(JSON.parse(lock)).catch(async (error) => {
			console.log(`  ${error.message}; npm does it, in a minute or more`);
			await run(npm, ['ci', '--loglevel=error']);
		});
		// The one install script that is needed: it brings the Node that n8n asks for.
		await run(npm, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
		writeFileSync(stamp, hash);
		clearInterval(sign);
	}
	return projectEnvironment();
}

/**
 * Bun reads npm's lock file too, and takes 10 seconds where npm takes a minute; npm fetches it, into a passing folder, and
 * looks whether that is what the lock says.
 */
async function installWithBun({ packages }) {
	const name = `@oven/bun-${process.platform}-${process.arch.replace('arm64', 'aarch64')}`;
	const path = `${modules}/${name}`;
	// On Windows its links in .bin are files of another kind.
	if (shell || packages[path] === undefined) throw new Error(`There is no ${name} to use`);
	const { version, integrity } = packages[path];
	const root = { dependencies: { [name]: version } };
	const lock = { lockfileVersion: 3, packages: { '': root, [path]: { version, integrity } } };
	const folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-setup-'));
	try {
		writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
		writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
		await run(npm, ['ci', '--ignore-scripts', '--silent'], process.env, folder);
		const flags = '--ignore-scripts --no-progress --silent --no-save'.split(' ');
		await run(join(folder, path, 'bin', 'bun'), ['install', ...flags]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
