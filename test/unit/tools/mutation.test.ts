import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Names by their folders, with spaces between. */
type Folders = Record<string, string>;
const groups = JSON.parse(readFileSync('test/mutation/files.json', 'utf8')) as Array<
	Record<'tests' | 'files', Folders>
>;
const pathsIn = (folders: Folders) =>
	Object.entries(folders).flatMap(([folder, names]) =>
		names.split(' ').map((name) => `${folder}/${name}`),
	);

test.each(groups)('files that are changed, and their tests, are there: $files', (group) => {
	for (const file of pathsIn(group.files))
		expect([file, globSync(`nodes/SmsVoiceGateway/${file}.ts`).length]).toEqual([file, 1]);
	for (const pattern of pathsIn(group.tests)) {
		const tests = globSync(`test/${pattern}.test.ts`);
		expect([pattern, tests]).not.toEqual([pattern, []]);
		// The runner of mutants has none of it.
		const code = tests.map((file) => readFileSync(file, 'utf8').replace(/\/\/.*/g, '')).join('\n');
		expect(code).not.toMatch(/jest\.(?:spyOn|fn|mock|unmock|restoreAllMocks)\b/);
	}
});
