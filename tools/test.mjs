// `npm test`: every check and every suite, to the end even where one fails; writes test-results/summary.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';

import { captured } from './captured.mjs';
import { INSTALLED, jestWith } from './jest.mjs';
import { takeN8nVersion } from './n8n-version.mjs';
import { setUp } from './setup.mjs';

const results = 'test-results';

/** How many steps run side by side: those on a real n8n wait half of their time, for it, for a fault or for a time to be over. */
const SIDE_BY_SIDE = 4;

/** Steps that wait most of their time, for a lock to run out or a schedule: they take no place of the others. */
const ASIDE = ['queue'];

/** What of `e2e` waits most of its time, for locks to run out and for n8n's clock: a step of its own, beside the rest. */
const WAITING = ['bulkKeys', 'sendAndWait', 'stop', 'waitBehindPrefix'];

/** What n8n's oldest version does in a way of its own, or is said to; all else is the node's, and tried on the newest. */
const ON_OLDEST = ['installed', 'oneServer', 'sendAndWait', 'stop', 'waitBehindPrefix'];

const begun = Date.now();
const clock = (since = begun) => {
	const seconds = Math.round((Date.now() - since) / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** A command that passes or fails as one. */
const check = (name, command, args) => ({
	name,
	run: async () => {
		const { code, output } = await captured(command, args, environment);
		return { output, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
	},
});

/** A jest project, counted by its own report. A skipped test, or none at all, is a failure. */
const suite = (name, { project = name, more = [] } = {}) => ({
	name,
	// Side by side with the other steps: to install takes the network's time more than the processor's.
	prepare: INSTALLED.includes(project) ? () => prepared(project, more) : undefined,
	run: async () => {
		const file = join(results, `${name.replaceAll(' ', '-')}.json`);
		const report = ['--json', `--outputFile=${file}`, '--testLocationInResults'];
		const given = jestWith([...more, `--selectProjects=${project}`, ...report, inBand(project)]);
		const { code, output } = await captured('jest', given.args, {
			...given.environment,
			PICTURES: '0',
		});
		return { output, ...countsOf(file, code), slow: testsOf(file, name) };
	},
});

/** n8n starts and stops in the tests on it, and a browser draws, which fills what processors there are; where they wait for locks, files wait beside each other. */
const inBand = (project) => {
	if (INSTALLED.includes(project) && !ASIDE.includes(project)) return '--runInBand';
	return `--maxWorkers=${Math.max(2, Math.floor(availableParallelism() / 2))}`;
};

const readReport = (file) => {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
};

function countsOf(file, code) {
	const report = readReport(file);
	if (report === undefined) return { passed: 0, failed: 1 };
	const skipped = report.numPendingTests + report.numTodoTests;
	const broken = report.numRuntimeErrorTestSuites;
	const none = code !== 0 && report.numFailedTests + skipped + broken === 0 ? 1 : 0;
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + skipped + broken + none,
	};
}

/** Every test of a report, and of every file what it took besides its tests: to set up and to clear away. */
const testsOf = (report, step) =>
	(readReport(report)?.testResults ?? []).flatMap(
		({ name, assertionResults, startTime, endTime }) => {
			const file = `${step}: ${relative(process.cwd(), name)}`;
			const tests = assertionResults.map(({ fullName, duration }) => ({
				what: `${file}: ${fullName}`,
				ms: duration ?? 0,
			}));
			const inTests = tests.reduce((sum, { ms }) => sum + ms, 0);
			return [
				...tests,
				{ what: `${file}: before and after its tests`, ms: endTime - startTime - inTests },
			];
		},
	);

/** Gets what a suite needs (see host/needs.ts), one suite after the other; gives the reason where it can't be had. */
let preparing = Promise.resolve();
function prepared(project, more) {
	const needs = async () => {
		const env = { ...environment, ...takeN8nVersion(more).environment };
		let reason = '';
		const { code, output } = await captured('node', ['host/needs.ts', project], env, (text) => {
			reason += text;
		});
		if (code === 0) return undefined;
		return reason.trim() || output.trim() || `exit ${code}`;
	};
	const mine = preparing.then(needs);
	preparing = mine;
	return mine;
}

const e2e = (files) => files.map((name) => `test/e2e/${name}.test`);

/**
 * What the later ones need comes first, then what goes its way alone and longest. Last is what has many short tests and
 * so fills every processor: at the end nothing long may be left that uses one of them.
 */
const steps = [
	check('build', 'node', ['tools/build.mjs']),
	suite('newest'),
	suite('e2e', { more: [`--testPathIgnorePatterns=/(${WAITING.join('|')})[.]test`] }),
	suite('queue'),
	suite('e2e waits', { project: 'e2e', more: e2e(WAITING) }),
	suite('editor'),
	suite('e2e oldest', { project: 'e2e', more: ['--n8n', 'oldest', ...e2e(ON_OLDEST)] }),
	suite('engine'),
	check('type check', 'tsc', ['--noEmit']),
	check('lint', 'node', ['tools/lint.mjs']),
	suite('inbox'),
	check('scan', 'node', ['tools/scan.mjs']),
	check('format', 'prettier', ['--check', '--log-level=warn', '.']),
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
const underWay = new Map();
const summary = [];

/** Does a step, and prints all that it has written when it is over. */
async function perform({ name, run, needed }) {
	const since = Date.now();
	console.log(`${clock()} ▸ ${name}`);
	let result;
	try {
		const skipped = await needed;
		// Nobody has seen it work: whoever reads one number must not take that for a success.
		result =
			skipped === undefined ? await run() : { passed: 0, failed: 1, skipped, output: skipped };
	} catch (error) {
		result = { passed: 0, failed: 1, output: error instanceof Error ? error.stack : error };
	}
	const { output, ...counts } = result;
	const seconds = Math.round((Date.now() - since) / 1000);
	summary.push({ name, seconds, ...counts });
	console.log(`\n=== ${name}: ${counts.failed === 0 ? 'passed' : 'FAILED'} after ${clock(since)}`);
	console.log(output.trimEnd());
	console.log('');
}

/** The build comes alone: it replaces what others read. */
async function build() {
	const first = waiting[0];
	if (first?.name === 'build') await perform(waiting.shift());
}

for (const step of waiting) {
	step.needed = step.prepare?.();
	const ready = () => (step.isReady = true);
	if (step.needed === undefined) ready();
	else step.needed.then(ready, ready);
}
const sign = setInterval(
	() => console.log(`${clock()} … ${[...underWay.keys()].join(', ')}; ${waiting.length} to come`),
	30_000,
);
await build();

/** Performs steps one after the other, for as long as there are such: first of all one that has what it needs. */
async function inTurn(isMine) {
	for (;;) {
		const mine = waiting.filter(isMine);
		const step = mine.find(({ isReady }) => isReady) ?? mine[0];
		if (step === undefined) return;
		waiting.splice(waiting.indexOf(step), 1);
		underWay.set(step.name, step);
		await perform(step);
		underWay.delete(step.name);
	}
}
const isAside = ({ name }) => ASIDE.includes(name);
const places = Array.from({ length: SIDE_BY_SIDE }, () => inTurn((step) => !isAside(step)));
await Promise.all([...places, inTurn(isAside)]);
clearInterval(sign);

const total = (key) => summary.reduce((sum, entry) => sum + entry[key], 0);
const slowest = summary
	.flatMap(({ slow = [] }) => slow)
	.toSorted((one, other) => other.ms - one.ms)
	.slice(0, 10);
writeFileSync(
	join(results, 'summary.json'),
	JSON.stringify(
		{
			passed: total('passed'),
			failed: total('failed'),
			seconds: Math.round((Date.now() - begun) / 1000),
			steps: summary.map(({ slow: _slow, ...entry }) => entry),
			slowest,
		},
		null,
		2,
	),
);
console.log('The ten slowest tests:');
for (const { what, ms } of slowest)
	console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${what}`);
console.log('');
for (const { name, passed, failed, skipped, seconds } of summary) {
	const result =
		skipped === undefined
			? `${passed} passed, ${failed} failed, ${seconds} s`
			: `skipped, which counts as a failure: ${skipped}`;
	console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${result}`);
}
console.log(`All suites: ${total('passed')} passed, ${total('failed')} failed in ${clock()}`);
process.exitCode = total('failed') === 0 ? 0 : 1;
