// `npm test`: every check and every suite, to the end even where one fails; writes test-results/summary.json.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { execa } from 'execa';

import { INSTALLED, jestEnvironment } from './jest.mjs';

const results = 'test-results';
const begun = Number(process.env.COMMAND_BEGUN) || Date.now();
const clock = (since = begun) => new Date(Date.now() - since).toISOString().slice(11, 19);

/** Steps on a real n8n wait half of their time, for it, for a fault or for a time to be over; one waits most of its time. */
const SIDE_BY_SIDE = 5;
const WAITING = '/(killed|sendAndWait)[.]test';
/** Of the longest suite what needs an n8n of its own. */
const APART = 'newest/instance/';

/**
 * Commands, and of jest projects, with more for jest. First what takes longest; last what has many short tests, and so
 * fills every processor to the end.
 */
const steps = {
	build: ['node', 'tools/build.mjs'],
	queue: ['jest', 'queue'],
	newest: ['jest', 'newest', `--testPathIgnorePatterns=${APART}`],
	e2e: ['jest', 'e2e', `--testPathIgnorePatterns=${WAITING}`],
	'e2e waits': ['jest', 'e2e', `--testPathPatterns=${WAITING}`],
	editor: ['jest', 'editor'],
	engine: ['jest', 'engine'],
	'newest apart': ['jest', 'newest', `--testPathPatterns=${APART}`],
	inbox: ['jest', 'inbox'],
	'type check': ['tsc', '--noEmit'],
	lint: ['node', 'tools/lint.mjs'],
	scan: ['node', 'tools/scan.mjs'],
	format: ['prettier', '--check', '--log-level=warn', '.'],
	unit: ['jest', 'unit'],
};
const names = Object.keys(steps);
const only = process.argv.slice(2);
const unknown = only.filter((name) => !names.includes(name));
// Ignored, it would look like a check that has passed.
if (unknown.length > 0) throw new RangeError(`No step ${unknown.join()}, but ${names.join(', ')}`);

/**
 * Runs a command to its end and keeps what it wrote: several at once, line by line, nobody could read. What hangs for an
 * hour, several times what the longest takes on a busy machine, is ended: jest's processes and n8n end with it.
 */
async function captured(command, args, env = process.env) {
	const options = { env, extendEnv: false, all: true, reject: false, stdin: 'ignore' };
	const { exitCode, all, message } = await execa(command, args, { ...options, timeout: 3_600_000 });
	return { isDone: exitCode === 0, output: all || message || '' };
}

/** Gets what a suite needs (see host/needs.ts), one suite after the other. */
let preparing = Promise.resolve();
const prepared = (project) =>
	(preparing = preparing.then(() => captured('node', ['host/needs.ts', project])));

/** Runs a jest project, which is counted by its own report. A skipped test, or no report at all, is a failure. */
async function suite(name, [project, ...more]) {
	const isInstalled = INSTALLED.includes(project);
	const needed = isInstalled ? await prepared(project) : { isDone: true };
	// Nobody has seen it work: whoever reads one number must not take that for a success.
	if (!needed.isDone) return { ...needed, why: '; skipped, which counts as a failure' };
	const outputFile = join(results, `${name.replaceAll(' ', '-')}.json`);
	// n8n fills what processors there are when it starts; on two n8n of the same suite only queue mode waits enough.
	const inBand = isInstalled && project !== 'queue' ? '--runInBand' : '--maxWorkers=2';
	const args = [...more, inBand, '--json', `--outputFile=${outputFile}`];
	const env = { ...jestEnvironment(process.env), PICTURES: '0' };
	const ended = await captured('jest', [...args, `--selectProjects=${project}`], env);
	if (!existsSync(outputFile)) return { ...ended, isDone: false };
	const report = JSON.parse(readFileSync(outputFile, 'utf8'));
	const { numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = report;
	const failed = numFailedTests + numPendingTests + numTodoTests + numRuntimeErrorTestSuites;
	const slow = report.testResults.flatMap(({ name: file, assertionResults }) =>
		assertionResults.map((one) => [one.duration ?? 0, relative('.', file), one.fullName]),
	);
	// What this machine could not get (host/debian.ts) is no failure of the project's, but has not been seen to work.
	const why = (ended.output.match(/(?<=^Left out: ).*/gm) ?? []).map((one) => `; left out: ${one}`);
	const counts = { passed: report.numPassedTests, failed: failed || Number(!ended.isDone) };
	return { ...ended, ...counts, slow, why: why.join('') };
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const waiting = names.filter((name) => only.length === 0 || only.includes(name));
const underWay = new Set();
const summary = [];

/** Does a step, and prints all that it has written when it is over. */
async function perform(name) {
	const since = Date.now();
	underWay.add(name);
	console.log(`${clock()} ▸ ${name}`);
	const [command, ...args] = steps[name];
	const died = (error) => ({ isDone: false, output: String(error.stack) });
	const work = command === 'jest' ? suite(name, args) : captured(command, args);
	const { isDone, output, ...more } = await work.catch(died);
	const counts = { passed: Number(isDone), failed: Number(!isDone), ...more };
	summary.push({ name, seconds: Math.round((Date.now() - since) / 1000), ...counts });
	underWay.delete(name);
	console.log(`\n=== ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} after ${clock(since)}`);
	console.log(`${output.trimEnd()}\n`);
}

const tell = () => console.log(clock(), '…', [...underWay].join(', '), `+ ${waiting.length}`);
const sign = setInterval(tell, 30_000);
// Alone: it replaces what others read.
if (waiting[0] === 'build') await perform(waiting.shift());
const inTurn = async () => {
	while (waiting.length > 0) await perform(waiting.shift());
};
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, inTurn));
clearInterval(sign);

const total = (key) => summary.reduce((sum, step) => sum + step[key], 0);
const [passed, failed] = [total('passed'), total('failed')];
const whole = { passed, failed, steps: summary.map(({ slow: _, ...step }) => step) };
writeFileSync(join(results, 'summary.json'), JSON.stringify(whole, null, 2));
const slowest = summary.flatMap(({ slow = [] }) => slow).sort(([one], [other]) => other - one);
console.log('The ten slowest tests:');
for (const [ms, ...what] of slowest.slice(0, 10)) console.log(Math.round(ms / 1000), 's', ...what);
console.log(`\nAll in ${clock()}:`);
for (const { name, seconds, why = '', ...step } of summary) {
	const mark = step.failed === 0 ? '✓' : '✗';
	console.log(`${mark} ${name}: ${step.passed} passed, ${step.failed} failed, ${seconds} s${why}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
