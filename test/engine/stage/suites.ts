import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { describe } from '@jest/globals';

const HERE = 'test/engine';

/** Folders with a file of their own, so that two processes have about the same to do. */
const APART = ['answers', 'bulk', 'matrix', 'sending'] as const;

/**
 * Runs every `*.test.ts` of a folder, or of all the others, as part of the file that calls this. For each file that jest
 * is given it loads n8n-core anew, which takes longer than most of the tests.
 */
export function suitesOf(folder: (typeof APART)[number] | 'others'): void {
	const load = createRequire(join(process.cwd(), HERE, 'stage'));
	const files = globSync(`${HERE}/*/*.test.ts`).sort();
	for (const file of files) {
		const [own = '', name = ''] = file.slice(HERE.length + 1).split(/[/\\]/);
		const isApart = (APART as readonly string[]).includes(own);
		if (folder === 'others' ? isApart : own !== folder) continue;
		// In its describe, so that what it does before and after its tests concerns no others.
		describe(`${own}/${name.replace('.test.ts', '')}`, () => void load(join(process.cwd(), file)));
	}
}
