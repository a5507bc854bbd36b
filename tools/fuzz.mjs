// `npm run fuzz`: the unit tests that try values at random, each for a minute, and the whole matrix of answers. With
// arguments, only these files: `npm run fuzz -- test/unit/lib/json`. FUZZ_SECONDS: another time for each.
import { jestWith } from './jest.mjs';
import { run } from './setup.mjs';

process.env.FUZZ_SECONDS ??= '60';
const given = process.argv.slice(2);
const all = ['test/unit/lib', 'test/unit/response', 'test/unit/engine', 'test/engine/matrix'];
const files = given.length > 0 ? given : all;
const { args, environment } = jestWith([
	...files,
	// A property takes its time, and there are many.
	'--testTimeout=3600000',
	'--selectProjects=unit',
	'--selectProjects=engine',
]);
await run('jest', args, environment).catch(() => {
	process.exitCode = 1;
});
