import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPage, rowsOf, sectionOf } from './markdown.ts';

test('no two shipped files have the same name, but those that a folder begins with, and none is a drawer', () => {
	const names = globSync('{nodes,credentials}/**/*.ts').map((file) => basename(file));
	const own = names.filter((name) => name !== 'index.ts');
	expect(own.filter((name, at) => own.indexOf(name) !== at)).toEqual([]);
	expect(own.filter((name) => /^(utils?|helpers?|lib|misc)\b/.test(name))).toEqual([]);
	expect(own.length).toBeGreaterThan(50);
});

test('the glossary has thirty words at most', () => {
	const section = sectionOf(readPage('CONTRIBUTING.md'), 'Words');
	const { length } = rowsOf(section, 'Word', 'What it means here');
	expect([length > 10, length <= 30]).toEqual([true, true]);
});
