import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

/** What the tool makes of a command's arguments, asked in a Node of its own, as npm scripts run it. */
function taken(args: string[], environment: Record<string, string> = {}): unknown {
	const file = JSON.stringify(pathToFileURL(resolve('tools/n8n-version.mjs')).href);
	const script = `import { takeN8nVersion } from ${file};
		const [args, environment] = JSON.parse(process.argv[1]);
		try { console.log(JSON.stringify(takeN8nVersion(args, environment))); }
		catch (error) { console.log(JSON.stringify(error.name + ': ' + error.message)); }`;
	const given = JSON.stringify([args, environment]);
	const node = ['--input-type=module', '--eval', script, given];
	return JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' })) as unknown;
}

test.each([
	[['--n8n', '1.123.81'], '1.123.81'],
	[['--n8n=2.41.0-rc.1'], '2.41.0-rc.1'],
	[['--n8n', 'oldest'], 'oldest'],
])('%j chooses n8n %s and leaves the other arguments', (option, version) => {
	expect(taken(['--runInBand', ...option, '--testPathPatterns=bulk'])).toEqual({
		args: ['--runInBand', '--testPathPatterns=bulk'],
		environment: { N8N_HOST_VERSION: version },
	});
});

test('without it all arguments stay, and the environment as it is', () => {
	expect(taken(['--runInBand'])).toEqual({ args: ['--runInBand'], environment: {} });
});

test.each([[['--n8n']], [['--n8n', '2.40']], [['--n8n=']], [['--n8n', '--runInBand']]])(
	'%j is refused, with the way to write it',
	(args) => {
		expect(taken(args)).toMatch(
			/^RangeError: ".*" is not a version of n8n\. Write it in full, such as --n8n 2\.40\.7/,
		);
	},
);

test('an option that npm has kept for itself is not lost without a word', () => {
	expect(taken(['--runInBand'], { npm_config_n8n: '1.123.81' })).toBe(
		'RangeError: Write -- before --n8n: npm run test:e2e -- --n8n <version>',
	);
});
