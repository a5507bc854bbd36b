import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Says that it has begun, and, when it is told to, that it ends. */
const SCRIPT = `
const ends = (signal) => { console.log(signal); process.exit(0); };
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, ends);
setInterval(() => undefined, 1000);
console.log('begun');
`;

test.each(['SIGTERM', 'SIGKILL'] as const)(
	'what npm has begun in the background ends where the shell of npm ends by %s',
	async (signal) => {
		const folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-run-'));
		const script = join(folder, 'script.mjs');
		writeFileSync(script, SCRIPT);
		// A shell that does not become what it runs, as npm's own.
		const shell = spawn('sh', ['-c', `node tools/run.mjs "${script}"; exit $?`], {
			env: { ...process.env, npm_lifecycle_event: 'start' },
			detached: true,
		});
		let said = '';
		shell.stdout.on('data', (data) => {
			said += String(data);
			if (String(data).includes('begun')) shell.kill(signal);
		});
		// Its output ends with the last process that has it.
		await once(shell.stdout, 'close');
		// Behind what a first run says of its installation.
		expect(said.trim().split('\n').slice(-2)).toEqual(['begun', 'SIGTERM']);
		rmSync(folder, { recursive: true });
	},
);
