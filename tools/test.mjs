// `npm test`: every check and every suite, to the end even where one fails; writes test-results/summary.json.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { INSTALLED, jestEnvironment } from './jest.mjs';
import { setUp } from './setup.mjs';

const results = 'test-results';

/** How many steps run side by side: those on a real n8n wait half of their time, for it, for a fault or for a time to be over. */
const SIDE_BY_SIDE = 4;

/** What of `e2e` waits most of its time, for locks to run out and for n8n's clock: a step of its own, beside the rest. */
const WAITING = '/(bulkKeys|sendAndWait|stop)[.]test';

const begun = Date.now();
const clock = (since = begun) => {
	const seconds = Math.round((Date.now() - since) / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/**
 * Runs a command to its end and gives what it wrote: several at once, line by line, nobody could read. What hangs for an
 * hour, several times what the longest takes on a busy machine, is ended: jest's processes and n8n end with it.
 */
const captured = (command, args, env) =>
	new Promise((resolve) => {
		const stdio = ['ignore', 'pipe', 'pipe'];
		const shell = process.platform === 'win32';
		const child = spawn(command, args, { env, stdio, shell, timeout: 60 * 60_000 });
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text) => (output += text));
		child.on('error', (error) => (output += error.message));
		child.on('close', (code) => resolve({ code, output }));
	});

/** A command that passes or fails as one. */
const check = (name, command, ...args) => ({
	name,
	run: async () => {
		const { code, output } = await captured(command, args, environment);
		return { output, passed: Number(code === 0), failed: Number(code !== 0) };
	},
});

/** A jest project, counted by its own report. A skipped test, or none at all, is a failure. */
const suite = (name, project = name, ...more) => ({
	name,
	prepare: INSTALLED.includes(project) ? () => prepared(project) : undefined,
	run: async () => {
		const file = join(results, `${name.replaceAll(' ', '-')}.json`);
		// n8n fills what processors there are when it starts; on two n8n of the same suite only queue mode waits enough.
		const inBand = INSTALLED.includes(project) && project !== 'queue';
		const args = [...more, inBand ? '--runInBand' : '--maxWorkers=2', '--json'];
		const env = { ...jestEnvironment(environment), PICTURES: '0' };
		const report = [`--outputFile=${file}`, `--selectProjects=${project}`];
		const { code, output } = await captured('jest', [...args, ...report], env);
		return { output, ...countsOf(file, code) };
	},
});

function countsOf(file, code) {
	try {
		const report = JSON.parse(readFileSync(file, 'utf8'));
		const { numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = report;
		const failed = numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites;
		const slow = report.testResults.flatMap(({ name, assertionResults }) =>
			assertionResults.map(({ fullName, duration }) => ({
				what: `${relative(process.cwd(), name)}: ${fullName}`,
				ms: duration ?? 0,
			})),
		);
		return { passed: report.numPassedTests, failed: failed || Number(code !== 0), slow };
	} catch {
		return { passed: 0, failed: 1 };
	}
}

/** Gets what a suite needs (see host/needs.ts), one suite after the other; gives the reason where it can't be had. */
let preparing = Promise.resolve();
const prepared = (project) =>
	(preparing = preparing.then(async () => {
		const { code, output } = await captured('node', ['host/needs.ts', project], environment);
		return code === 0 ? undefined : output.trim() || `exit ${code}`;
	}));

/** First what takes longest; last what has many short tests, and so fills every processor to the end. */
const steps = [
	check('build', 'node', 'tools/build.mjs'),
	suite('queue'),
	suite('newest'),
	suite('e2e', 'e2e', `--testPathIgnorePatterns=${WAITING}`),
	suite('e2e waits', 'e2e', `--testPathPatterns=${WAITING}`),
	suite('editor'),
	suite('engine'),
	suite('inbox'),
	check('type check', 'tsc', '--noEmit'),
	check('lint', 'node', 'tools/lint.mjs'),
	check('scan', 'node', 'tools/scan.mjs'),
	check('format', 'prettier', '--check', '--log-level=warn', '.'),
	suite('unit'),
];

const only = process.argv.slice(2);
const names = steps.map(({ name }) => name);
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
	// Ignored, it would look like a check that has passed.
	console.error(`No such step: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
	process.exit(1);
}

const environment = await setUp();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const waiting = steps.filter(({ name }) => only.length === 0 || only.includes(name));
const underWay = new Set();
const summary = [];

/** Does a step, and prints all that it has written when it is over. */
async function perform({ name, run, needed }) {
	const since = Date.now();
	underWay.add(name);
	console.log(`${clock()} ▸ ${name}`);
	const result = await (async () => {
		// Nobody has seen it work: whoever reads one number must not take that for a success.
		const skipped = await needed;
		return skipped ? { passed: 0, failed: 1, skipped, output: skipped } : await run();
	})().catch((error) => ({ passed: 0, failed: 1, output: String(error.stack) }));
	const { output, ...counts } = result;
	summary.push({ name, seconds: Math.round((Date.now() - since) / 1000), ...counts });
	underWay.delete(name);
	console.log(`\n=== ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} after ${clock(since)}`);
	console.log(`${output.trimEnd()}\n`);
}

const sign = setInterval(
	() => console.log(`${clock()} … ${[...underWay].join(', ')}; ${waiting.length} to come`),
	30_000,
);
for (const step of waiting) step.needed = step.prepare?.();
// Alone: it replaces what others read.
if (waiting[0]?.name === 'build') await perform(waiting.shift());
const inTurn = async () => {
	while (waiting.length > 0) await perform(waiting.shift());
};
// The one more is for what waits most of its time.
await Promise.all(Array.from({ length: SIDE_BY_SIDE + 1 }, inTurn));
clearInterval(sign);

const total = (key) => summary.reduce((sum, entry) => sum + entry[key], 0);
const slowest = summary.flatMap(({ slow = [] }) => slow).sort((one, other) => other.ms - one.ms);
const [passed, failed] = [total('passed'), total('failed')];
const seconds = Math.round((Date.now() - begun) / 1000);
const whole = { passed, failed, seconds, steps: summary.map(({ slow: _, ...step }) => step) };
writeFileSync(join(results, 'summary.json'), JSON.stringify(whole, null, 2));
console.log('The ten slowest tests:');
for (const { what, ms } of slowest.slice(0, 10))
	console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${what}`);
console.log('');
for (const step of summary)
	console.log(
		`${step.failed === 0 ? '✓' : '✗'} ${step.name}: ${step.passed} passed, ${step.failed} failed, ${step.seconds} s${step.skipped ? `; skipped, which counts as a failure: ${step.skipped}` : ''}`,
	);
console.log(`All suites: ${passed} passed, ${failed} failed in ${clock()}`);
process.exitCode = failed === 0 ? 0 : 1;
