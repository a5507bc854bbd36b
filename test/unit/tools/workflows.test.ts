import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';

interface Job {
	steps: Array<{ run?: string; uses?: string; with?: Record<string, unknown> }>;
	permissions?: Record<string, string>;
}

interface Workflow {
	permissions?: Record<string, string>;
	on: { push?: { tags?: string[] } };
	jobs: Record<string, Job>;
}

const FOLDER = '.github/workflows';
const read = (file: string) => parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Workflow;
/** The steps of `npm test`, as it names them where it is asked for one that is not there. */
const known = (() => {
	try {
		return execFileSync('node', ['tools/test.mjs', '?'], { encoding: 'utf8', stdio: 'pipe' });
	} catch (error) {
		const [, names = ''] = /There are: (.*)\./.exec((error as { stderr: string }).stderr) ?? [];
		return names.split(', ');
	}
})();

const commandsOf = (file: string): string =>
	Object.values(read(file).jobs)
		.flatMap(({ steps }) => steps.map(({ run = '' }) => run))
		.join('\n');

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

	test('runs only steps of npm test that there are', () => {
		const lists = [...commandsOf(file).matchAll(/npm test -- (.*)/g)].map(([, list = '']) => list);
		expect(lists).not.toEqual([]);
		const steps = [...lists.join(' ').matchAll(/'([^']+)'|(\S+)/g)];
		for (const [, quoted, plain] of steps) expect(known).toContain(quoted ?? plain);
	});
});

test('CI leaves out no step of npm test', () => {
	for (const step of known) expect(commandsOf('ci.yml')).toContain(step);
});

test('a version is published from its tag, with provenance', () => {
	const { on, jobs } = read('publish.yml');
	expect(on.push?.tags).toEqual(['v*.*.*']);
	expect(commandsOf('publish.yml')).toMatch(/npm publish .*--provenance/);
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
	expect(commandsOf('publish.yml')).not.toMatch(/npx|npm@/);
});
