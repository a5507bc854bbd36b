import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@jest/globals';

test("a test is told of while it takes minutes, and when it has failed, before its file's end", () => {
	const file = JSON.stringify(pathToFileURL(resolve('tools/underWay.mjs')).href);
	const script = `import { mock } from 'node:test';
		import UnderWay from ${file};
		mock.timers.enable({ apis: ['setInterval', 'Date'] });
		console.error = (line) => console.log(line);
		const reporter = new UnderWay();
		const of = { path: 'a.test.ts' };
		for (const fullName of ['hangs', 'fails', 'passes']) reporter.onTestCaseStart(of, { fullName });
		reporter.onTestCaseResult(of, { fullName: 'passes', status: 'passed', failureMessages: [] });
		reporter.onTestCaseResult(of, { fullName: 'fails', status: 'failed', failureMessages: ['why'] });
		mock.timers.tick(3 * 60_000);
		mock.timers.tick(3 * 60_000);`;
	const node = ['--input-type=module', '--eval', script];
	expect(execFileSync(process.execPath, node, { encoding: 'utf8' }).trim().split('\n')).toEqual([
		'✗ a.test.ts: fails',
		'why',
		'… a.test.ts: hangs: still at it after 3 min',
		'… a.test.ts: hangs: still at it after 6 min',
	]);
});
