import { expect, test } from '@jest/globals';
import {
	chosenVersion,
	compareVersions,
	manifestFolder,
	readVersion,
	testedVersions,
	VERSION_VARIABLE,
} from '../../../host/version.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const tested = ['1.123.81', '2.9.0', '2.40.7'];

test.each([
	['2.40.7', '2.40.7'],
	['2.41.0-rc.1', '2.41.0-rc.1'],
	['newest', '2.40.7'],
	['oldest', '1.123.81'],
])('%s is the version %s', (text, version) => {
	expect(readVersion(text, tested)).toBe(version);
});

test.each([
	'',
	'2',
	'2.40',
	'v2.40.7',
	'2.40.x',
	'2.40.7.1',
	'latest',
	'../2.40.7',
	'^2.40.7',
	' 2.40.7',
])('%j is refused, with the way to write it and the tested versions', (text) => {
	expect(() => readVersion(text, tested)).toThrow(
		`"${text}" is not a version of n8n. Write it in full, such as 2.40.7, or as newest or oldest (tested: 1.123.81, 2.9.0, 2.40.7).`,
	);
});

test('versions are ordered by their numbers, a pre-release before its release', () => {
	const ordered = ['1.123.81', '2.0.0-rc.2', '2.0.0', '2.9.0', '2.40.7', '2.40.10', '10.0.0'];
	expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
});

test('the environment chooses; where it says nothing, the newest tested version is taken', () => {
	const newest = testedVersions().at(-1);
	expect(chosenVersion({ [VERSION_VARIABLE]: '2.30.0' })).toBe('2.30.0');
	expect(chosenVersion({ [VERSION_VARIABLE]: 'oldest' })).toBe(testedVersions()[0]);
	expect(chosenVersion({ [VERSION_VARIABLE]: '' })).toBe(newest);
	expect(chosenVersion({})).toBe(newest);
	expect(() => chosenVersion({ [VERSION_VARIABLE]: '2.40' })).toThrow('"2.40" is not a version');
});

test('every tested version has a manifest that names it, and a lock of that very version', () => {
	expect(testedVersions()).not.toEqual([]);
	for (const version of testedVersions()) {
		const read = (file: string): unknown =>
			JSON.parse(readFileSync(join(manifestFolder(version), file), 'utf8'));
		expect(read('package.json')).toMatchObject({ dependencies: { n8n: version } });
		const packages = {
			'': { dependencies: { n8n: version } },
			'node_modules/n8n': { version },
		};
		expect(read('package-lock.json')).toMatchObject({ packages });
	}
	expect(existsSync(manifestFolder('0.0.0'))).toBe(false);
});
