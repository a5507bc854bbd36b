// `npm run bench`: see bench/bench.ts and bench/keys.ts, which run on the project's own Node.
import { spawn } from 'node:child_process';

import { setUp } from './setup.mjs';

const environment = await setUp();
const [first, ...rest] = process.argv.slice(2);
const script =
	first === 'keys' ? ['bench/keys.ts', ...rest] : ['bench/bench.ts', ...process.argv.slice(2)];
const child = spawn('node', script, {
	stdio: 'inherit',
	env: environment,
	shell: process.platform === 'win32',
});
// Ctrl-C reaches the child as well, which ends what it started; this waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
