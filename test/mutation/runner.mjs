// Runs tests for StrykerJS in one process, in which libraries and n8n's engine stay loaded: jest loads them anew for each
// change, and of thousands of changes that makes hours.
import { globSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

const require = createRequire(import.meta.url);
const { transformSync } = require('@swc/core');
const { expect } = require('expect');
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

/** Loads the tests, and what they test, as if for the first time; libraries stay. */
function loadTests() {
	// StrykerJS goes into its copy of the checkout before it runs anything.
	const folder = process.cwd();
	for (const file of Object.keys(Module._cache)) {
		if (file.endsWith('.ts')) delete Module._cache[file];
	}
	tests = [];
	const patterns = process.env.MUTATION_TESTS.split(',');
	// In the order of the patterns: what is quick is named first, and the first that notices a change ends its run.
	const files = patterns.flatMap((one) => globSync(`test/${one}.test.ts`, { cwd: folder }).sort());
	for (const file of new Set(files)) {
		// What measures time measures the counters here.
		if (file.includes('linear')) continue;
		block = blockOf(file);
		require(join(folder, file));
	}
}

async function runTest({ id, name, run, block: own }) {
	const start = performance.now();
	const blocks = blocksOf(own);
	shared.currentTestId = id;
	const result = { id, name, status: TestStatus.Success };
	try {
		for (const prepare of blocks.flatMap(({ beforeEach }) => beforeEach)) await prepare();
		await run();
	} catch (error) {
		Object.assign(result, { status: TestStatus.Failed, failureMessage: String(error) });
	}
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

async function runTests(chosen, bail) {
	const results = [];
	const entered = [];
	for (const test of chosen) {
		await goTo(test.block, entered);
		results.push(await runTest(test));
		if (bail && results.at(-1).status === TestStatus.Failed) break;
	}
	await goTo(undefined, entered);
	return (
		determineHitLimitReached(shared.hitCount, shared.hitLimit) ?? {
			status: DryRunStatus.Complete,
			tests: results,
		}
	);
}

class OneProcessRunner {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun() {
		loadTests();
		const result = await runTests(tests, false);
		return { ...result, mutantCoverage: shared.mutantCoverage };
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
		Object.assign(shared, { hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
		shared.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
		try {
			// Anew each time: what a module remembers is of the change before.
			loadTests();
		} catch (error) {
			// With a module that can't even be loaded, all tests fail.
			const failed = { id: 'load', name: 'load', status: TestStatus.Failed, timeSpentMs: 0 };
			const found = { ...failed, failureMessage: String(error) };
			return toMutantRunResult({ status: DryRunStatus.Complete, tests: [found] });
		}
		shared.activeMutant = activeMutant.id;
		const wanted = testFilter && new Set(testFilter);
		const chosen = wanted ? tests.filter(({ id }) => wanted.has(id)) : tests;
		return toMutantRunResult(await runTests(chosen, true));
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'oneProcess', OneProcessRunner),
];
