import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@jest/globals';

/** Says that it has begun, and, when it is told to, that it ends. */
const SCRIPT = `
const ends = (signal) => { console.log(signal); process.exit(0); };
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, ends);
setInterval(() => undefined, 1000);
console.log('begun');
`;

/** What npm gives its shell, with another script to run. */
const commandOf = (name: 'start' | 'dev', script: string): string =>
	(JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts[
		name
	]?.replaceAll('host/start.ts', `"${script}"`) ?? '';

test.each([
	['SIGINT', 'start', true],
	['SIGTERM', 'dev', true],
	// Of a shell that does not become what it runs.
	['SIGKILL', 'start', false],
] as const)(
	'what npm has begun in the background ends where npm hands on %s (npm run %s)',
	async (signal, name, isReplaced) => {
		const folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-run-'));
		const script = join(folder, 'script.mjs');
		writeFileSync(script, SCRIPT);
		const command = commandOf(name, script);
		const whole = isReplaced ? command : `${command.replace('exec ', '')}; exit $?`;
		const shell = spawn('sh', ['-c', whole], {
			env: { ...process.env, npm_lifecycle_event: name },
			detached: true,
		});
		let said = '';
		shell.stdout.on('data', (data) => {
			said += String(data);
			if (String(data).includes('begun')) shell.kill(signal);
		});
		// Its output ends with the last process that has it.
		await once(shell.stdout, 'close');
		const heard = signal === 'SIGKILL' ? 'SIGTERM' : signal;
		expect(said.trim().split('\n')).toEqual(['begun', heard]);
		rmSync(folder, { recursive: true });
	},
);
