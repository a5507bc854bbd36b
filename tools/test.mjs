// `npm test`: every check and every suite, to the end even where one fails; writes test-results/summary.json.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from './jest.mjs';
import { progress, run, setUp } from './setup.mjs';

const results = 'test-results';

/** A command that passes or fails as one. */
const check = (name, command, args) => async () => {
	await run(command, args, environment);
	return { name, passed: 1, failed: 0 };
};

/** Why this machine can't run a suite (see host/needs.ts); undefined where it can. */
const missing = (name) =>
	new Promise((resolve, reject) => {
		const stdio = ['ignore', 'pipe', 'inherit'];
		const child = spawn('node', ['host/needs.ts', name], { env: environment, stdio });
		let reason = '';
		child.stdout.setEncoding('utf8').on('data', (text) => (reason += text));
		child.on('error', reject);
		child.on('close', (code) => resolve(code === 0 ? undefined : reason.trim() || `exit ${code}`));
	});

/** A jest project, counted by its own report. A skipped test, or none at all, is a failure. */
const suite =
	(name, about, { project = name, more = [] } = {}) =>
	async () => {
		const reason = await missing(project);
		// Nobody has seen it work: whoever reads one number must not take that for a success.
		if (reason !== undefined) return { name, passed: 0, failed: 1, skipped: reason };
		const done = progress(`${name} tests (${about})`);
		const file = join(results, `${name.replaceAll(' ', '-')}.json`);
		const args = [
			...more,
			`--selectProjects=${project}`,
			'--json',
			`--outputFile=${file}`,
			'--testLocationInResults',
		];
		if (usesN8n.includes(project)) args.push('--runInBand');
		const failed = await jest(args).then(
			() => false,
			() => true,
		);
		done();
		const report = JSON.parse(readFileSync(file, 'utf8'));
		const skipped = report.numPendingTests + report.numTodoTests;
		const broken = report.numRuntimeErrorTestSuites;
		const none = failed && report.numFailedTests + skipped + broken === 0 ? 1 : 0;
		return {
			name,
			passed: report.numPassedTests,
			failed: report.numFailedTests + skipped + broken + none,
		};
	};

/** Suites that start a real n8n: one at a time. */
const usesN8n = ['e2e', 'newest', 'queue', 'editor', 'inbox'];

const steps = [
	['lint', check('lint', 'node', ['tools/lint.mjs'])],
	['format', check('format', 'prettier', ['--check', '--log-level=warn', '.'])],
	['type check', check('type check', 'tsc', ['--noEmit'])],
	['build', check('build', 'node', ['tools/build.mjs'])],
	['scan', check('scan', 'node', ['tools/scan.mjs'])],
	['unit', suite('unit', 'seconds')],
	['engine', suite('engine', 'about a minute')],
	['e2e', suite('e2e', 'a real n8n: about 8 minutes more the first time, to install it')],
	[
		'e2e oldest',
		suite('e2e oldest', 'the same on the oldest n8n', {
			project: 'e2e',
			more: ['--n8n', 'oldest'],
		}),
	],
	['newest', suite('newest', 'agents, triggers, instance settings, documentation')],
	['queue', suite('queue', 'n8n with workers, on Redis and PostgreSQL')],
	['editor', suite('editor', "n8n's editor in a browser")],
	['inbox', suite('inbox', "the sandbox's page in a browser")],
];

const only = process.argv.slice(2);
const names = steps.map(([name]) => name);
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
	// Ignored, it would look like a check that has passed.
	console.error(`No such step: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
	process.exit(1);
}
const environment = await setUp();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const summary = [];
for (const [name, step] of steps) {
	if (only.length > 0 && !only.includes(name)) continue;
	console.log(`\n=== ${name}`);
	try {
		summary.push(await step());
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		summary.push({ name, passed: 0, failed: 1 });
	}
}

const total = (key) => summary.reduce((sum, entry) => sum + entry[key], 0);
writeFileSync(
	join(results, 'summary.json'),
	JSON.stringify({ passed: total('passed'), failed: total('failed'), steps: summary }, null, 2),
);
console.log('');
for (const { name, passed, failed, skipped } of summary) {
	const result =
		skipped === undefined
			? `${passed} passed, ${failed} failed`
			: `skipped, which counts as a failure: ${skipped}`;
	console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${result}`);
}
console.log(`All suites: ${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;
