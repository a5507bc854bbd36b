import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';

const ENDING = '.test.ts';
const OTHERS = 'others';

/**
 * Called in `test/<suite>/<folder>.test.ts`: runs every `*.test.ts` of that folder as part of this file, and in
 * `others.test.ts` those of the folders that have no file of their own. For each file that jest is given it loads all
 * modules anew, which takes longer than most of the tests.
 */
export function runFolder(): void {
	const { testPath = '' } = expect.getState();
	const suite = dirname(testPath);
	const load = createRequire(testPath);
	const nameOf = (file: string) => basename(file, ENDING);
	const apart = globSync(`*${ENDING}`, { cwd: suite }).map(nameOf);
	for (const path of globSync(`*/**/*${ENDING}`, { cwd: suite }).sort()) {
		const [folder = ''] = path.split(sep);
		if ((apart.includes(folder) ? folder : OTHERS) !== nameOf(testPath)) continue;
		// In its describe, so that what it does before and after its tests concerns no others.
		describe(path.slice(0, -ENDING.length), () => void load(join(suite, path)));
	}
}
