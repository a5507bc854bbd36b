// `npm start` and `npm run dev`: see host/start.ts, which runs on the project's own Node.
import { spawn } from 'node:child_process';

import { setUp } from './setup.mjs';

const begun = Date.now();
const environment = { ...(await setUp()), COMMAND_BEGUN: String(begun) };
const child = spawn('node', ['host/start.ts', ...process.argv.slice(2)], {
	stdio: 'inherit',
	env: environment,
	shell: process.platform === 'win32',
});
// Ctrl-C reaches the child as well, which ends what it started; this waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
