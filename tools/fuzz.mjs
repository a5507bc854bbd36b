// `npm run fuzz`: the unit tests that try values at random, each for a minute, and the whole matrix of answers. With
// arguments, only these files: `npm run fuzz -- test/unit/values/json`. FUZZ_SECONDS: another time for each.
import { jestEnvironment } from './jest.mjs';
import { projectEnvironment, run } from './setup.mjs';

const parts = 'expressions fields numbers text time values service engine'.split(' ');
const all = [...parts.map((name) => `test/unit/${name}`), 'test/engine/matrix'];
const files = process.argv.length > 2 ? process.argv.slice(2) : all;
const environment = jestEnvironment({ FUZZ_SECONDS: '60', ...projectEnvironment() });
for (const suite of ['unit', 'engine']) {
	const own = files.filter((file) => file.startsWith('test/unit') === (suite === 'unit'));
	// A property takes its time, and there are many.
	const args = [...own, '--testTimeout=3600000', `--selectProjects=${suite}`];
	if (own.length > 0) await run('jest', args, environment).catch(() => (process.exitCode = 1));
}
