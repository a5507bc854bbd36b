import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Says what it was given and that it has begun, and, when it is told to, that it ends. */
const SCRIPT = `
const ends = (signal) => { console.log(signal); process.exit(0); };
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, ends);
setTimeout(() => ends('no signal came'), 20_000);
console.log('begun', ...process.argv.slice(2));
`;

let folder: string;

/** A project whose `npm start` runs the script. */
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-run-'));
	for (const name of ['tools', 'node_modules', 'package-lock.json'])
		symlinkSync(resolve(name), join(folder, name));
	cpSync('package.json', join(folder, 'package.json'));
	mkdirSync(join(folder, 'host'));
	writeFileSync(join(folder, 'host/start.ts'), SCRIPT);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The last two lines of what a command of sh says where, once the script has begun, a signal goes to `target`. */
async function linesOf(
	command: string,
	signal: NodeJS.Signals,
	target: (shell: number, said: string) => number,
): Promise<string[]> {
	const shell = spawn('sh', ['-c', command], {
		cwd: folder,
		env: { ...process.env, npm_lifecycle_event: 'start' },
		detached: true,
	});
	let said = '';
	shell.stdout.on('data', (data) => {
		const isBegun = said.includes('begun');
		said += String(data);
		if (!isBegun && said.includes('begun')) process.kill(target(shell.pid ?? 0, said), signal);
	});
	// Its output ends with the last process that has it.
	await once(shell.stdout, 'close');
	// Behind what a first run says of its installation.
	return said.trim().split('\n').slice(-2);
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
	'what npm has begun in the background ends where the shell of npm ends by %s',
	async (signal) => {
		// A shell that does not become what it runs, as npm's own may be.
		const command = 'node tools/run.mjs host/start.ts; exit $?';
		expect(await linesOf(command, signal, (shell) => shell)).toEqual(['begun', 'SIGTERM']);
	},
);

test.each(['SIGINT', 'SIGTERM'] as const)(
	'npm start in the background ends by %s to npm itself, and gives on what it is given',
	async (signal) => {
		// The shell of a script has what it runs in the background ignore SIGINT.
		const command = 'npm start -- --once & echo "npm: $!"; wait';
		const npm = (_: number, said: string) => Number(/npm: (\d+)/.exec(said)?.[1]);
		expect(await linesOf(command, signal, npm)).toEqual(['begun --once', signal]);
	},
);
