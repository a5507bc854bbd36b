import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { testedVersions, VERSION_VARIABLE } from '../../../host/version.ts';

interface Step {
	run?: string;
	uses?: string;
	with?: Record<string, unknown>;
}

interface Workflow {
	permissions?: Record<string, string>;
	on: { push?: { tags?: string[] }; schedule?: Array<{ cron: string }> };
	jobs: Record<
		string,
		{
			steps: Step[];
			permissions?: Record<string, string>;
			strategy?: {
				matrix: { include?: Array<{ n8n: string; suites: string }>; tag?: string[] };
			};
		}
	>;
}

const FOLDER = '.github/workflows';
const read = (file: string) => parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Workflow;
const scripts = Object.keys(
	(JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts,
);
/** The steps of `npm test`, as it names them where it is asked for one that is not there. */
const known = (() => {
	try {
		return execFileSync('node', ['tools/test.mjs', '?'], { encoding: 'utf8', stdio: 'pipe' });
	} catch (error) {
		const [, names = ''] = /There are: (.*)\./.exec((error as { stderr: string }).stderr) ?? [];
		return names.split(', ');
	}
})();

const commandsOf = (file: string): string[] =>
	Object.values(read(file).jobs).flatMap(({ steps, strategy }) =>
		steps.flatMap(({ run = '' }) =>
			(strategy?.matrix.include ?? [{ suites: '' }]).map(({ suites }) =>
				run.replace('${{ matrix.suites }}', suites),
			),
		),
	);

describe.each(readdirSync(FOLDER))('%s', (file) => {
	test('takes every action by the hash of its commit, and leaves no token behind', () => {
		const steps = Object.values(read(file).jobs).flatMap((job) => job.steps);
		for (const { uses, with: given } of steps) {
			if (uses === undefined) continue;
			expect(uses).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/);
			if (uses.startsWith('actions/checkout@'))
				expect(given).toMatchObject({ 'persist-credentials': false });
		}
	});

	test('runs only scripts that there are', () => {
		const used = commandsOf(file).flatMap((command) =>
			[...command.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name),
		);
		for (const name of used) expect(scripts).toContain(name);
	});

	test('runs only steps of npm test that there are', () => {
		const lists = commandsOf(file).flatMap((command) =>
			[...command.matchAll(/npm test -- (.*)/g)].map(([, list = '']) => list),
		);
		expect(lists).not.toEqual([]);
		const steps = lists.flatMap((list) =>
			[...list.matchAll(/'([^']+)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain),
		);
		for (const step of steps) expect(known).toContain(step);
	});
});

test('CI tests the versions of n8n that are kept here, and no other', () => {
	const tested = (read('ci.yml').jobs.n8n?.strategy?.matrix.include ?? []).map(({ n8n }) => n8n);
	expect([...tested].sort()).toEqual([...testedVersions()].sort());
});

test('CI leaves out no step of npm test', () => {
	const all = commandsOf('ci.yml').join(' ');
	for (const step of known) expect(all).toContain(step);
});

test('a version is published from its tag, with provenance', () => {
	const { on, jobs } = read('publish.yml');
	expect(on.push?.tags).toEqual(['v*.*.*']);
	expect(commandsOf('publish.yml').join('\n')).toMatch(/npm publish .*--provenance/);
	expect(jobs.publish?.permissions).toEqual({ 'id-token': 'write' });
});

test('what may publish or release runs nothing that the project brings along', () => {
	const { permissions, jobs } = read('publish.yml');
	expect(permissions).toEqual({});
	for (const [name, job] of Object.entries(jobs)) {
		const runs = job.steps.map(({ run = '', uses = '' }) => `${run}${uses}`).join('\n');
		const mayWrite = Object.values(job.permissions ?? {}).includes('write');
		expect([name, mayWrite]).toEqual([name, name !== 'pack']);
		expect([name, /checkout|npm (?:test|run|ci|install|exec)|npx/.test(runs)]).toEqual([
			name,
			!mayWrite,
		]);
		expect([name, Object.keys(job.permissions ?? {})]).toEqual([name, [expect.any(String)]]);
	}
	expect(commandsOf('publish.yml').join('\n')).not.toMatch(/npx|npm@/);
});

test('the end-to-end tests run once a week on what n8n calls latest and next', () => {
	const { on, jobs } = read('upcoming.yml');
	// Minute, hour, any day of the month, any month, one day of the week.
	expect(on.schedule?.map(({ cron }) => cron)).toEqual([
		expect.stringMatching(/^\d+ \d+ \* \* \d$/),
	]);
	expect(jobs.n8n?.strategy?.matrix.tag).toEqual(['latest', 'next']);
	const commands = commandsOf('upcoming.yml').join('\n');
	expect(commands).toContain(`${VERSION_VARIABLE}=$(npm view "n8n@\${{ matrix.tag }}" version)`);
	expect(commands).toMatch(/npm test -- .*\be2e\b/);
	expect(commands).toContain('npm run fuzz');
});
