// `npm run fuzz`: the unit tests that try values at random, many times as long as in `npm test`, and the whole matrix.
import { jest } from './jest.mjs';

process.env.FUZZ_TIMES ??= '50';
await jest(['test/unit/lib/json', 'test/unit/response', '--selectProjects=unit']).catch(() => {
	process.exitCode = 1;
});
