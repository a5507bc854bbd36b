// Runs tests for StrykerJS in one process, in which libraries and n8n's engine stay loaded: jest loads them anew for each
// change, and of thousands of changes that makes hours.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	MutantRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

const require = createRequire(import.meta.url);
const { transformSync } = require('@swc/core');
const { expect } = require('expect');
const { DataDeduplicationService } = require('n8n-core');
const { ModernFakeTimers } = require('@jest/fake-timers');
const [, swcOptions] = Object.values(require('../../jest.config.js').projects[0].transform)[0];

/** What changed code and tests have in common: which change is active, and which test runs. */
const shared = (globalThis.__stryker__ ??= {});

/** The tests that the loaded files name, in their order. */
let tests = [];

/** A `describe`, or a whole file, with what is to be done before and after its tests. */
const blockOf = (name, outer) => ({
	name,
	outer,
	beforeAll: [],
	afterAll: [],
	beforeEach: [],
	afterEach: [],
});
let block = blockOf('');

/** The blocks around a test, the outermost first. */
function blocksOf(inner) {
	return inner === undefined ? [] : [...blocksOf(inner.outer), inner];
}

function addTest(name, run) {
	const full = `${block.name} ${name}`.trim();
	const twins = tests.filter((one) => one.name === full).length;
	tests.push({ id: twins > 0 ? `${full} (${twins})` : full, name: full, run, block });
}

function describe(name, define) {
	const outer = block;
	block = blockOf(`${outer.name} ${name}`, outer);
	define();
	block = outer;
}

/** jest's `each`, whose titles need only tell the rows apart here. */
const eachOf = (add) => (rows) => (name, run) => {
	const isTable = rows.every(Array.isArray);
	for (const [at, row] of rows.entries()) {
		add(`${name} #${at}`, () => (isTable ? run(...row) : run(row)));
	}
};

const globals = {
	expect,
	describe: Object.assign(describe, { each: eachOf(describe) }),
	test: Object.assign(addTest, { each: eachOf(addTest) }),
	beforeAll: (run) => block.beforeAll.push(run),
	afterAll: (run) => block.afterAll.push(run),
	beforeEach: (run) => block.beforeEach.push(run),
	afterEach: (run) => block.afterEach.push(run),
	jest: new ModernFakeTimers({
		// As in jest, where the global object is the test's own: of the real one, node:timers would be faked too.
		global: new Proxy(globalThis, {}),
		config: { rootDir: process.cwd(), fakeTimers: {}, testEnvironmentOptions: {} },
	}),
};

Object.assign(globalThis, globals);

/** Each file as JavaScript: the tests of a module's constants load it again and again. */
const compiled = new Map();
Module._extensions['.ts'] = (module, file) => {
	if (!compiled.has(file)) {
		const options = { ...swcOptions, sourceMaps: false, filename: file, swcrc: false };
		compiled.set(file, transformSync(readFileSync(file, 'utf8'), options).code);
	}
	module._compile(compiled.get(file), file);
};

const FILE_END = '.test.ts';

/** The files with tests, in the order of their patterns: what is quick is named first. */
function testFiles() {
	// StrykerJS goes into its copy of the checkout before it runs anything.
	const folder = process.cwd();
	const patterns = process.env.MUTATION_TESTS.split(',');
	const files = patterns.flatMap((one) =>
		globSync(`test/${one}${FILE_END}`, { cwd: folder }).sort(),
	);
	// What measures time measures the counters here.
	return [...new Set(files)].filter((file) => !file.includes('linear'));
}

/** The tests of the files that have been loaded for the change of now. */
const loaded = new Map();

/** Forgets the tests, and what they test; libraries stay. */
function forgetTests() {
	// n8n takes a store of keys once in a process's life, and the tests have a new one each time.
	DataDeduplicationService.instance = undefined;
	for (const file of Object.keys(Module._cache)) {
		if (file.endsWith('.ts')) delete Module._cache[file];
	}
	loaded.clear();
}

/** A file's tests. Loaded when they are asked for: most changes are noticed by the first file that is. */
function testsOf(file) {
	if (!loaded.has(file)) {
		// What a module works out while it is loaded is changed only where the change is asked for there.
		const { activeMutant } = shared;
		shared.activeMutant = shared.mutantOfLoading;
		tests = [];
		block = blockOf(file);
		require(join(process.cwd(), file));
		loaded.set(file, tests);
		shared.activeMutant = activeMutant;
	}
	return loaded.get(file);
}

/** The file of a test, with whose path its id begins. */
const fileOf = (id) => id.slice(0, id.indexOf(FILE_END) + FILE_END.length);

/** The file with how long tests take: `tools/mutate.mjs` names it. */
const { MUTATION_TIMES } = process.env;

/** Until when (epoch ms) the test of now may run, 0 between tests; and the number of the change: what `watch.mjs` sees, too. */
const deadline = new Float64Array(new SharedArrayBuffer(8));
const mutantOfNow = new Int32Array(new SharedArrayBuffer(4));
/** Has the number of the change that a process was ended for. */
const hungFile = `${MUTATION_TIMES}.hung`;
const watched = { deadline, hungFile, mutantOfNow };
new Worker(new URL('watch.mjs', import.meta.url), { workerData: watched }).unref();

/** How long each test took (ms) when nothing was changed, and those of a file on average: also where a process ended by a change that hung. */
const timeOf = new Map(
	existsSync(MUTATION_TIMES) ? JSON.parse(readFileSync(MUTATION_TIMES, 'utf8')) : [],
);

/**
 * ms after which a test hangs: StrykerJS itself would wait for longer than all tests take together. Where it is not known how
 * long the test takes, as long as a timer may wait.
 */
const patienceFor = (id) => (timeOf.has(id) ? 1500 + 10 * timeOf.get(id) : 2 ** 31 - 1);

/** Whether a test takes more than ten times as long as they do on average: some dozen of a thousand take half of the time of all. */
const isSlow = (id) => timeOf.get(id) > 10 * timeOf.get(AVERAGE);
const AVERAGE = 'all tests';

/** ms that a change which no other test notices waits for the slow ones, the quickest first. A score is so, if anything, too low. */
const FOR_SLOW = 5000;

/** The quick ones of these tests, and as many of the slow ones as that is enough for; where there are no others, all. */
function dividedByTime(ids) {
	const quick = ids.filter((id) => !isSlow(id));
	if (quick.length === 0) return [ids];
	let time = 0;
	const slow = ids.filter(isSlow).sort((a, b) => timeOf.get(a) - timeOf.get(b));
	return [quick, slow.filter((id) => (time += timeOf.get(id)) <= FOR_SLOW)];
}

/** The clock that no test fakes. */
const { setTimeout: later, clearTimeout: never } = globalThis;

/** The tests that noticed the last changes, the newest first: the next change stands near, so they are likely to notice it too. */
let noticedBy = [];
const MOST_NOTICED_BY = 12;

/** The files' wanted tests, file by file: those that are quick first. */
function* inOrder(ids) {
	for (const part of dividedByTime(ids)) {
		const wanted = new Set(part);
		const likely = noticedBy.filter((id) => wanted.has(id));
		for (const id of likely) yield testsOf(fileOf(id)).filter((test) => test.id === id);
		const others = wanted.difference(new Set(likely));
		const files = [...new Set([...others].map(fileOf))];
		for (const file of files.sort((a, b) => (timeOf.get(a) ?? 0) - (timeOf.get(b) ?? 0)))
			yield testsOf(file).filter(({ id }) => others.has(id));
	}
}

/** `fault`: why what is to be done before it could not be done. */
async function runTest({ id, name, run, block: own }, fault) {
	const start = performance.now();
	const blocks = blocksOf(own);
	shared.currentTestId = id;
	if (shared.hitCount !== undefined) shared.hitCount = 0;
	const work = async () => {
		if (fault !== undefined) throw fault;
		for (const prepare of blocks.flatMap(({ beforeEach }) => beforeEach)) await prepare();
		await run();
	};
	const { promise: hung, reject } = Promise.withResolvers();
	const timer = later(reject, patienceFor(id), new Error('It hangs'));
	deadline[0] = Date.now() + patienceFor(id);
	const result = { id, name, status: TestStatus.Success };
	await Promise.race([work(), hung]).catch((error) => {
		Object.assign(result, { status: TestStatus.Failed, failureMessage: String(error) });
	});
	never(timer);
	deadline[0] = 0;
	for (const clear of blocks.toReversed().flatMap(({ afterEach }) => afterEach)) await clear();
	shared.currentTestId = undefined;
	return { ...result, timeSpentMs: performance.now() - start };
}

/** Leaves the blocks that a test is not in and enters the others around it; `entered` are those that it is in now. */
async function goTo(own, entered) {
	const wanted = blocksOf(own);
	while (entered.length > 0 && !wanted.includes(entered.at(-1))) {
		for (const clear of entered.pop().afterAll) await clear();
	}
	for (const one of wanted.slice(entered.length)) {
		entered.push(one);
		for (const prepare of one.beforeAll) await prepare();
	}
}

/** Runs the tests, until one fails where that is enough. */
async function runTests(groups, bail) {
	const results = [];
	const entered = [];
	for (const test of groups) {
		const fault = await goTo(test.block, entered).catch((error) => error);
		results.push(await runTest(test, fault));
		if (bail && results.at(-1).status === TestStatus.Failed) break;
	}
	await goTo(undefined, entered);
	return results;
}

class OneProcessRunner {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun() {
		forgetTests();
		const results = [];
		for (const file of testFiles()) {
			const own = await runTests(testsOf(file), false);
			for (const { id, timeSpentMs } of own) timeOf.set(id, timeSpentMs);
			timeOf.set(file, own.reduce((sum, { timeSpentMs }) => sum + timeSpentMs, 0) / own.length);
			results.push(...own);
		}
		const all = results.reduce((sum, { timeSpentMs }) => sum + timeSpentMs, 0);
		timeOf.set(AVERAGE, all / results.length);
		writeFileSync(MUTATION_TIMES, JSON.stringify([...timeOf]));
		// StrykerJS waits for a change as long as its tests take, and few of the slow ones are run for it.
		for (const result of results) if (isSlow(result.id)) result.timeSpentMs = 0;
		return {
			status: DryRunStatus.Complete,
			tests: results,
			mutantCoverage: shared.mutantCoverage,
		};
	}

	async mutantRun({ activeMutant, testFilter, hitLimit: given, mutantActivation }) {
		// StrykerJS gives a hundred times what all tests together do; one test that does twice as much as they runs for ever.
		const hitLimit = given && Math.min(given, Math.max(given / 50, 100_000));
		Object.assign(shared, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
		shared.activeMutant = activeMutant.id;
		mutantOfNow[0] = Number(activeMutant.id);
		if (existsSync(hungFile) && Number(readFileSync(hungFile, 'utf8')) === mutantOfNow[0])
			return { status: MutantRunStatus.Timeout };
		shared.mutantOfLoading = mutantActivation === 'static' ? activeMutant.id : undefined;
		forgetTests();
		const results = [];
		const ids = testFilter ?? testFiles().flatMap((file) => testsOf(file).map(({ id }) => id));
		for (const some of inOrder(ids)) {
			results.push(...(await runTests(some, true)));
			if (results.at(-1)?.status === TestStatus.Failed) break;
		}
		const last = results.at(-1);
		if (last?.status === TestStatus.Failed)
			noticedBy = [last.id, ...noticedBy.filter((id) => id !== last.id)].slice(0, MOST_NOTICED_BY);
		const run = { status: DryRunStatus.Complete, tests: results };
		return toMutantRunResult(determineHitLimitReached(shared.hitCount, shared.hitLimit) ?? run);
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'oneProcess', OneProcessRunner),
];
