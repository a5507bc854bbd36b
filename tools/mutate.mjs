// `npm run mutate`: changes the shipped code at random places (StrykerJS), and says which changes no unit test notices.
// With arguments, only these files: `npm run mutate -- nodes/SmsVoiceGateway/response/verdict.ts`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { projectEnvironment, run } from './setup.mjs';

/** Of a file's changes this share may go unnoticed, and so many in a small file; each stands in survivors.json with its reason. */
const MOST_UNNOTICED = 0.05;
const FEW = 3;

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const known = read('test/mutation/survivors.json');
const keyOf = ({ file, original, replacement }) => JSON.stringify([file, original, replacement]);

/** Each change that was made to each file, and whether it was noticed. `tests`: patterns below test. */
async function measure(files, tests) {
	// Beside the checkout: ESLint and jest would take the copies for ours.
	const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
	try {
		const report = join(folder, 'report.json');
		const settings = {
			...read('test/mutation/stryker.json'),
			mutate: files,
			tempDirName: join(folder, 'copies'),
			jsonReporter: { fileName: report },
		};
		const configuration = join(folder, 'stryker.json');
		writeFileSync(configuration, JSON.stringify(settings));
		await run('stryker', ['run', configuration], {
			...projectEnvironment(),
			MUTATION_TESTS: tests.join(','),
			FUZZ_TIMES: '0.05',
			RACES: '10',
			NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
		});
		return Object.entries(read(report).files).map(([file, { source, mutants }]) => ({
			file,
			changes: mutants
				.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
				.map(({ status, location: { start, end }, replacement }) => {
					const lines = source.split('\n').slice(start.line - 1, end.line);
					lines.push(lines.pop().slice(0, end.column - 1));
					lines[0] = lines[0].slice(start.column - 1);
					const survived = status === 'Survived' || status === 'NoCoverage';
					return { file, line: start.line, original: lines.join('\n'), replacement, survived };
				}),
		}));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** What is wrong with a file's figures, in sentences. */
function complaintsOf({ file, changes }) {
	const survivors = changes.filter(({ survived }) => survived);
	const keys = new Set(survivors.map(keyOf));
	const own = known.filter((one) => one.file === file);
	const explained = new Set(own.map(keyOf));
	return [
		...(survivors.length > Math.max(FEW, MOST_UNNOTICED * changes.length)
			? [`Fewer than 95 % of the changes to ${file} were noticed`]
			: []),
		...survivors
			.filter((one) => !explained.has(keyOf(one)))
			.map((one) => `No reason: ${file}:${one.line}: ${one.original} → ${one.replacement}`),
		...own
			.filter((one) => !keys.has(keyOf(one)))
			.map((one) => `Noticed after all: ${file}: ${one.original} → ${one.replacement}`),
	];
}

const given = process.argv.slice(2);
const groups = read('test/mutation/files.json');
const missing = given.filter((file) => !groups.some(({ files }) => files.includes(file)));
if (missing.length > 0) throw new RangeError(`Not in test/mutation/files.json: ${missing.join()}`);

const figures = [];
const complaints = [];
for (const { files, tests } of groups) {
	const chosen = given.length > 0 ? files.filter((file) => given.includes(file)) : files;
	if (chosen.length === 0) continue;
	for (const one of await measure(chosen, tests)) {
		const survived = one.changes.filter((change) => change.survived).length;
		const share = (100 * (1 - survived / Math.max(1, one.changes.length))).toFixed(1);
		figures.push(`${share} % of ${one.changes.length} changes were noticed in ${one.file}`);
		complaints.push(...complaintsOf(one));
	}
	console.log(figures.join('\n'));
}
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
