import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@jest/globals';

/** What `captured` gives of a script of Node's that may take so many ms, asked in a Node of its own. */
function captured(script: string, longest: number): { code: number | null; output: string } {
	const file = JSON.stringify(pathToFileURL(resolve('tools/captured.mjs')).href);
	const asking = `import { captured } from ${file};
		const [script, longest] = JSON.parse(process.argv[1]);
		const args = ['--eval', script];
		console.log(JSON.stringify(await captured(process.execPath, args, process.env, undefined, longest)));`;
	const node = ['--input-type=module', '--eval', asking, JSON.stringify([script, longest])];
	return JSON.parse(
		execFileSync(process.execPath, node, { encoding: 'utf8', timeout: 300_000 }),
	) as ReturnType<typeof captured>;
}

test('a command that ends gives its code and all that it wrote', () => {
	const script = 'console.log("said"); console.error("failed"); process.exitCode = 3;';
	const { code, output } = captured(script, 60_000);
	expect([code, output.split('\n').sort()]).toEqual([3, ['', 'failed', 'said']]);
});

test('one that hangs is ended with its children after its time, and what it wrote is not lost', () => {
	const child = `spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })`;
	const script = `const { spawn } = require('node:child_process');
		${child};
		console.log('said');
		setInterval(() => {}, 1000);`;
	// Its child holds the pipe: while that one lived this would not come back.
	const { code, output } = captured(script, 3000);
	expect(code).not.toBe(0);
	expect(output).toBe('said\n\nended: it took more than 0.05 minutes\n');
});
