import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
const groups = read('test/mutation/files.json') as Array<{ tests: string[]; files: string[] }>;
const survivors = read('test/mutation/survivors.json') as Array<{ file: string; original: string }>;

test.each(groups)('the tests $tests and the files that are changed for them are there', (group) => {
	for (const pattern of group.tests)
		expect([pattern, globSync(`test/${pattern}.test.ts`)]).not.toEqual([pattern, []]);
	for (const file of group.files) expect(globSync(file)).toEqual([file]);
});

test('the tests of these files ask nothing of jest that the runner of mutants has not', () => {
	const files = groups.flatMap(({ tests }) =>
		tests.flatMap((pattern) => globSync(`test/${pattern}.test.ts`)),
	);
	const asking = files.filter((file) =>
		/jest\.(?:spyOn|fn|mock|unmock|restoreAllMocks)\b/.test(
			readFileSync(file, 'utf8').replace(/\/\/.*/g, ''),
		),
	);
	expect(asking).toEqual([]);
});

test('each change that goes unnoticed is one of a file that is changed, and what it changes stands there', () => {
	const changed = groups.flatMap(({ files }) => files);
	for (const { file, original } of survivors) {
		expect(changed).toContain(file);
		expect([file, readFileSync(file, 'utf8')]).toEqual([file, expect.stringContaining(original)]);
	}
});
