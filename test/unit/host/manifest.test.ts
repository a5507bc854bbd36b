import { expect, test } from '@jest/globals';
import { manifestOf, missingFrom, nearestTo, sheetFrom } from '../../../host/manifest.ts';

test('a manifest made on the fly names the version and no more', () => {
	expect(manifestOf('2.30.0')).toEqual({
		name: 'n8n-host',
		private: true,
		version: '1.0.0',
		dependencies: { n8n: '2.30.0' },
		overrides: {},
	});
	// Each has overrides of its own.
	manifestOf('2.30.0').overrides.x = '1.0.0';
	expect(manifestOf('2.30.0').overrides).toEqual({});
});

/** Words of npm 11 of a package that its registry does not have in the version wanted. */
const words = (what: string) => `npm error code ETARGET
npm error notarget No matching version found for ${what}.
npm error notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.`;

test.each([
	['@n8n/agents@0.26.2', '@n8n/agents', '0.26.2'],
	['n8n@9.9.9', 'n8n', '9.9.9'],
	['linkedom@^0.18.14', 'linkedom', '^0.18.14'],
	['langchain@2.0.0-rc.1', 'langchain', '2.0.0-rc.1'],
])('npm says that %s is missing', (what, name, wanted) => {
	expect(missingFrom(words(what))).toEqual({ name, wanted });
});

test('other words of npm name nothing that is missing', () => {
	expect(missingFrom('npm error code ENOTFOUND')).toBeUndefined();
	expect(sheetFrom(words('xlsx@0.20.2'))).toBeUndefined();
});

test('npm says that SheetJS is missing where its own site cannot be reached', () => {
	const site = 'https://sheets.example.com/xlsx-0.20.2/xlsx-0.20.2.tgz';
	expect(sheetFrom(`npm error network request to ${site} failed, reason: …`)).toBe('0.20.2');
});

test.each([
	['0.26.2', ['0.25.1', '0.26.0', '0.26.1', '0.27.0'], '0.26.1'],
	['1.2.8', ['1.2.9', '1.2.10', '1.10.0'], '1.2.9'],
	['^0.18.14', ['0.18.2', '0.18.13', '0.17.20'], '0.18.13'],
	['1.2.8', ['1.2.7', '1.2.8', '1.2.9'], '1.2.8'],
	['2.0.0', ['2.0.0-rc.1', '1.9.9', '2.0.1'], '2.0.0-rc.1'],
	['1.0.0', [], undefined],
	['latest', ['1.0.0'], undefined],
])('the nearest to %s of %j is %s', (wanted, available, nearest) => {
	expect(nearestTo(wanted, available)).toBe(nearest);
});
