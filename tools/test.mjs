// `npm test`: every check and every suite, to the end even where one fails; writes test-results/summary.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from './jest.mjs';
import { progress, run, setUp } from './setup.mjs';

const results = 'test-results';
const environment = await setUp();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** A command that passes or fails as one. */
const check = (name, command, args) => async () => {
	await run(command, args, environment);
	return { name, passed: 1, failed: 0 };
};

/** A jest project, counted by its own report. A skipped test, or none at all, is a failure. */
const suite = (name, about) => async () => {
	const done = progress(`${name} tests (${about})`);
	const file = join(results, `${name}.json`);
	const args = [
		`--selectProjects=${name}`,
		'--json',
		`--outputFile=${file}`,
		'--testLocationInResults',
	];
	if (name === 'e2e') args.push('--runInBand');
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

const steps = [
	['lint', check('lint', 'eslint', ['.'])],
	['format', check('format', 'prettier', ['--check', '--log-level=warn', '.'])],
	['type check', check('type check', 'tsc', ['--noEmit'])],
	['build', check('build', 'node', ['tools/build.mjs'])],
	['unit', suite('unit', 'seconds')],
	['engine', suite('engine', 'about a minute')],
	['e2e', suite('e2e', 'a real n8n: about 8 minutes more the first time, to install it')],
];

const only = process.argv.slice(2);
const names = steps.map(([name]) => name);
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
	// Ignored, it would look like a check that has passed.
	console.error(`No such step: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
	process.exit(1);
}
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
for (const { name, passed, failed } of summary) {
	console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed`);
}
console.log(`All suites: ${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;
