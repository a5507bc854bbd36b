// `npm run mutate`: changes the shipped code at random places (StrykerJS), and says which changes no test notices: each
// file's score, and the changes that are left, in one list of at most 60 lines. With arguments, only these files: `npm run mutate -- nodes/…/verdict.ts`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jestEnvironment } from './jest.mjs';
import { projectEnvironment, run } from './setup.mjs';

/** Of a file's changes this share is to be noticed; in a small file, all but so few. What is left is mostly equivalent. */
const [BOUND, FEW] = [0.95, 3];

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const pathsIn = (folders) =>
	Object.keys(folders).flatMap((at) => folders[at].split(' ').map((name) => `${at}/${name}`));

/** What StrykerJS says of the files, by their paths. `tests`: patterns below test. */
async function measure(files, tests) {
	// Beside the checkout: ESLint and jest would take the copies for ours.
	const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
	try {
		const [configuration, fileName] = [join(folder, 'stryker.json'), join(folder, 'report.json')];
		const own = { mutate: files, tempDirName: join(folder, 'copies'), jsonReporter: { fileName } };
		writeFileSync(configuration, JSON.stringify({ ...read('test/mutation/stryker.json'), ...own }));
		const given = { MUTATION_TESTS: tests.join(), MUTATION_TIMES: join(folder, 'times.json') };
		const quicker = { FUZZ_TIMES: '0.05', RACES: '10' };
		const environment = { ...jestEnvironment(projectEnvironment()), ...given, ...quicker };
		await run('stryker', ['run', configuration], environment);
		return Object.entries(read(fileName).files);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const given = process.argv.slice(2);
const groups = read('test/mutation/files.json').map(({ files, tests }) => ({
	files: pathsIn(files).map((file) => `nodes/SmsVoiceGateway/${file}.ts`),
	tests: pathsIn(tests),
}));
const strange = given.filter((file) => groups.every(({ files }) => !files.includes(file)));
strange.push(...groups.flatMap(({ files }) => files).filter((file) => !existsSync(file)));
if (strange.length > 0) throw new RangeError(`Not there, or not to be changed: ${strange.join()}`);

/** The changes that nothing noticed, of all files in one list that one can read. */
const unnoticed = [];
const MOST = given.length > 0 ? Infinity : 60;

for (const { files, tests } of groups) {
	const chosen = given.length > 0 ? files.filter((file) => given.includes(file)) : files;
	for (const [file, { mutants }] of chosen.length > 0 ? await measure(chosen, tests) : []) {
		const changes = mutants.filter(({ status }) => !/Ignored|CompileError/.test(status));
		const missed = changes.filter(({ status }) => /Survived|NoCoverage/.test(status));
		const score = 100 * (1 - missed.length / Math.max(1, changes.length));
		const isBelow = missed.length > Math.max(FEW, (1 - BOUND) * changes.length);
		if (isBelow) process.exitCode = 1;
		const noticed = `${score.toFixed(1)} % of ${changes.length} changes were noticed in ${file}`;
		console.log(isBelow ? `${noticed}: too few` : noticed);
		const places = Map.groupBy(missed, ({ location }) => location.start.line);
		for (const [line, some] of places)
			unnoticed.push(`${file}:${line} → ${some.map(({ replacement }) => replacement).join(' | ')}`);
	}
}
console.log(`Lines of which no test notices a change: ${unnoticed.length}`);
for (const line of unnoticed.slice(0, MOST)) console.log(`  ${line.replace(/\s+/g, ' ')}`);
if (unnoticed.length > MOST) console.log('  … and more: name a file to see all of its own');
