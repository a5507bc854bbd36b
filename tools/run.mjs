// Runs a script on the project's own Node, which it installs first: `npm start` and `npm test` begin on a bare machine's.
import { spawn } from 'node:child_process';

import { setUp } from './setup.mjs';

const begun = Date.now();
const environment = { ...(await setUp()), COMMAND_BEGUN: String(begun) };
const child = spawn('node', process.argv.slice(2), {
	stdio: 'inherit',
	env: environment,
	shell: process.platform === 'win32',
});
// Ctrl-C reaches the child as well, which ends what it started; this waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// A signal to npm in the background ends npm and its shell alone, which leave this behind.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined)
	setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
child.on('exit', (code) => process.exit(code ?? 1));
