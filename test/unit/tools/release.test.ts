import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

let folder: string;

const env = {
	...process.env,
	PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
	NODE_OPTIONS: '',
	...Object.fromEntries(
		['AUTHOR', 'COMMITTER'].flatMap((who) => [
			[`GIT_${who}_NAME`, 'Test'],
			[`GIT_${who}_EMAIL`, 'test@example.com'],
		]),
	),
};

const run = (command: string, ...args: string[]): string =>
	execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });

const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const manifest = () => JSON.parse(read('package.json')) as { version: string };

/** A release in a repository that has this one's scripts and changelog, but not its checks before a version. */
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-release-'));
	for (const file of ['package.json', 'package-lock.json', 'CHANGELOG.md', '.npmrc', 'tools'])
		cpSync(file, join(folder, file), { recursive: true });
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
	writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
	run('npm', 'pkg', 'delete', 'scripts.preversion');
	run('npm', 'pkg', 'set', 'version=3.4.5');
	writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
	run('git', 'init', '--quiet');
	run('git', 'add', '.');
	run('git', 'commit', '--quiet', '-m', 'Begin');
	run('npm', 'run', 'release', '--', 'minor');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const changelog = `# Changelog

The form is that of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).

## [Unreleased]

### Added

- A thing with \`code\` and *emphasis*.

### Fixed

- Another thing.

## [3.4.5] - 2026-01-02

### Added

- An old thing.
`;

describe('npm run release', () => {
	test('sets the version, and commits and tags it', () => {
		expect(manifest().version).toBe('3.5.0');
		expect(run('git', 'tag', '--points-at', 'HEAD').trim()).toBe('v3.5.0');
		expect(run('git', 'status', '--porcelain')).toBe('');
	});

	test('dates what was unreleased, and leaves the rest of the changelog as it was', () => {
		const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
		const today = new Date().toISOString().slice(0, 10);
		const [before, after] = [lines(changelog), lines(read('CHANGELOG.md'))];
		expect(after).toContain(`## [3.5.0] - ${today}`);
		for (const line of before.filter((line) => line !== '## [Unreleased]'))
			expect(after).toContain(line);
	});
});

describe('the publishing workflow', () => {
	test('takes the tag of this version', () => {
		expect(run('npm', 'run', '--silent', 'release:check', '--', 'v3.5.0')).toBe('');
	});

	test('refuses a tag of another version', () => {
		expect(() => run('npm', 'run', '--silent', 'release:check', '--', 'v3.4.5')).toThrow(
			'The tag is v3.4.5, but package.json has version 3.5.0',
		);
	});

	test('takes the notes of this version only', () => {
		const notes = run('npm', 'run', '--silent', 'release:notes');
		expect(notes).toBe(
			'### Added\n\n- A thing with `code` and *emphasis*.\n\n### Fixed\n\n- Another thing.\n',
		);
	});

	test('refuses a version that the changelog does not know', () => {
		run('npm', 'pkg', 'set', 'version=9.9.9');
		expect(() => run('npm', 'run', '--silent', 'release:check', '--', 'v9.9.9')).toThrow(
			'CHANGELOG.md has no dated section about 9.9.9',
		);
	});
});
