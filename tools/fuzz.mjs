// `npm run fuzz`: the unit tests that try values at random, each for a minute, and the whole matrix of answers. With
// arguments, only these files: `npm run fuzz -- test/unit/values/json`. FUZZ_SECONDS: another time for each.
import { jestWith } from './jest.mjs';
import { run } from './setup.mjs';

process.env.FUZZ_SECONDS ??= '60';
const given = process.argv.slice(2);
const all = [
	'test/unit/expressions',
	'test/unit/fields',
	'test/unit/numbers',
	'test/unit/text',
	'test/unit/time',
	'test/unit/values',
	'test/unit/service',
	'test/unit/secrets',
	'test/unit/engine',
	'test/engine/matrix',
];
const files = given.length > 0 ? given : all;
const suites = ['unit', 'engine'];
const strange = files.filter((file) => !suites.some((suite) => file.startsWith(`test/${suite}`)));
if (strange.length > 0)
	throw new RangeError(`Not below test/unit or test/engine: ${strange.join()}`);
for (const suite of suites) {
	const own = files.filter((file) => file.startsWith(`test/${suite}`));
	if (own.length === 0) continue;
	// A property takes its time, and there are many.
	const { args, environment } = jestWith([
		...own,
		`--selectProjects=${suite}`,
		'--testTimeout=3600000',
	]);
	await run('jest', args, environment).catch(() => {
		process.exitCode = 1;
	});
}
