import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

import { readPage, rowsOf, sectionOf } from './markdown.ts';

/** Words that the code had of its own, and what it says instead. */
const GONE: Record<string, string> = {
	attempt: 'runContext',
	byMembers: 'groupBy',
	callerOf: 'scopeOf',
	culprit: 'runFailure',
	evidence: 'signal',
	foreign: 'notInGsm',
	goesOn: 'continueOnFail',
	listed: 'fromArray',
	listPieces: 'splitList',
	lives: 'scope',
	members: 'values',
	membersOf: 'valuesByName',
	oneAtATime: 'inTurn',
	onTheirWay: 'inFlight',
	pace: 'rateLimiter',
	standing: 'result',
	told: 'asShown',
	turnstile: 'startQueue',
};

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name)),
);

/** Every name that a source gives or uses. */
function namesIn(source: string): Set<string> {
	const names = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node)) names.add(node.text);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest));
	return names;
}

const same = (word: string, name: string) => word.toLowerCase() === name.toLowerCase();

test('no word that is gone comes back, as a name or as that of a file', () => {
	const back = files.flatMap((file) => {
		const names = [...namesIn(readFileSync(file, 'utf8')), file.split(/[/.]/).at(-2) ?? ''];
		return names.flatMap((name) =>
			Object.keys(GONE).some((word) => same(word, name)) ? `${file}: ${name}` : [],
		);
	});
	expect(back).toEqual([]);
	expect(files.length).toBeGreaterThan(100);
	expect(namesIn('const { goesOn: a } = run.attempt').has('attempt')).toBe(true);
});

test('what an older n8n needs stands in one folder, so that dropping it is a search in one place', () => {
	const older = /\bn8n(?:-[a-z]+)? 1\b|\bbefore \d+\.\d+/i;
	const found = files.filter((file) => older.test(readFileSync(file, 'utf8')));
	expect(found.filter((file) => !file.includes('/host/versions/'))).toEqual([]);
	expect(found.length).toBeGreaterThan(3);
});

test('no two files have the same name, but those that a folder begins with', () => {
	const names = files
		.map((file) => file.split('/').at(-1) ?? '')
		.filter((name) => name !== 'index.ts');
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('the glossary has thirty words at most', () => {
	const rows = rowsOf(
		sectionOf(readPage('CONTRIBUTING.md'), 'Words'),
		'Word',
		'What it means here',
	);
	expect(rows.length).toBeGreaterThan(10);
	expect(rows.length).toBeLessThanOrEqual(30);
});
