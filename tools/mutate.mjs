// `npm run mutate`: changes the shipped code at random places (StrykerJS), and says which changes no unit test notices.
// With arguments, only these files: `npm run mutate -- nodes/SmsVoiceGateway/response/document.ts`.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { projectEnvironment, run } from './setup.mjs';

/** Of all changes, this share has to be noticed; each of the others stands in survivors.json with its reason. */
const LEAST = 95;

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const given = process.argv.slice(2);
const files = given.length > 0 ? given : read('test/mutation/files.json');

await run(
	'stryker',
	[
		...['run', 'test/mutation/stryker.json', '--mutate', files.join(',')],
		// Beside the checkout: ESLint and jest would take the copies for ours.
		...['--tempDirName', join(tmpdir(), `mutation-${process.pid}`)],
	],
	{ ...projectEnvironment(), FUZZ_TIMES: '0.05', NODE_OPTIONS: '--experimental-vm-modules' },
);

const known = read('test/mutation/survivors.json');
const nameOf = ({ file, original, replacement }) => `${file}: ${original} → ${replacement}`;
const mutants = Object.entries(read('test-results/mutation.json').files).flatMap(
	([file, { source, mutants: own }]) =>
		own.map(({ status, location: { start, end }, replacement }) => {
			const lines = source.split('\n').slice(start.line - 1, end.line);
			lines.push(lines.pop().slice(0, end.column - 1));
			lines[0] = lines[0].slice(start.column - 1);
			return { file, status, line: start.line, original: lines.join('\n'), replacement };
		}),
);
const counted = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
const survivors = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
const noticed = 100 * (1 - survivors.length / counted.length);
console.log(`${noticed.toFixed(1)} % of ${counted.length} changes were noticed`);

const reasons = new Set(known.map(nameOf));
const unexplained = survivors.filter((one) => !reasons.has(nameOf(one)));
for (const one of unexplained)
	console.error(`No reason is given for line ${one.line} of ${nameOf(one)}`);
if (noticed < LEAST || unexplained.length > 0) process.exitCode = 1;
