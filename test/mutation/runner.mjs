// Runs the unit tests for StrykerJS in one process, in which libraries stay loaded: jest loads them anew for each change,
// and of thousands of changes that makes hours.
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
let block = { name: '', before: [], after: [] };

function addTest(name, run) {
	const full = `${block.name} ${name}`.trim();
	const twins = tests.filter((one) => one.name === full).length;
	tests.push({ id: twins > 0 ? `${full} (${twins})` : full, name: full, run, block });
}

function describe(name, define) {
	const outer = block;
	block = {
		name: `${outer.name} ${name}`,
		before: [...outer.before],
		after: [...outer.after],
	};
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
	beforeEach: (run) => block.before.push(run),
	afterEach: (run) => block.after.push(run),
	jest: new ModernFakeTimers({
		global: globalThis,
		config: { rootDir: process.cwd(), fakeTimers: {}, testEnvironmentOptions: {} },
	}),
};

const load = Module._load;
Module._load = (request, ...rest) =>
	request === '@jest/globals' ? globals : load.call(Module, request, ...rest);

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
	const patterns = (process.env.MUTATION_TESTS ?? '**/*').split(',');
	const files = patterns.flatMap((one) => globSync(`test/unit/${one}.test.ts`, { cwd: folder }));
	for (const file of [...new Set(files)].sort()) {
		// What measures time measures the counters here.
		if (file.includes('linear')) continue;
		block = { name: file, before: [], after: [] };
		require(join(folder, file));
	}
}

async function runTest({ id, name, run, block: { before, after } }) {
	const start = performance.now();
	shared.currentTestId = id;
	const result = { id, name, status: TestStatus.Success };
	try {
		for (const prepare of before) await prepare();
		await run();
	} catch (error) {
		Object.assign(result, { status: TestStatus.Failed, failureMessage: String(error) });
	}
	for (const clear of after) await clear();
	shared.currentTestId = undefined;
	return { ...result, timeSpentMs: performance.now() - start };
}

async function runTests(chosen, bail) {
	const results = [];
	for (const test of chosen) {
		results.push(await runTest(test));
		if (bail && results.at(-1).status === TestStatus.Failed) break;
	}
	return (
		determineHitLimitReached(shared.hitCount, shared.hitLimit) ?? {
			status: DryRunStatus.Complete,
			tests: results,
		}
	);
}

class UnitTestRunner {
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

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'unit', UnitTestRunner)];
