import { cp } from 'node:fs/promises';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { come } from './found.ts';
import { nodeBinary, start } from './process.ts';
import type { Say } from './progress.ts';

/** With it n8n reads a package anew when one of its files changes. */
export const RELOAD = { N8N_DEV_RELOAD: 'true' };

/**
 * Compiles the sources into an installed package, now and whenever one is saved. Settles when that was done once: an n8n
 * that is started then has nothing to read anew until something is saved.
 */
export async function compileOnSave(packageFolder: string, say: Say): Promise<void> {
	const dist = join(packageFolder, 'dist');
	// What the compiler leaves behind, as in gulpfile.js. One that is gone was on its way under another name.
	watch('nodes', { recursive: true }, (_event, name) => {
		if (name !== null && /\.(svg|json)$/.test(name))
			void cp(join('nodes', name), join(dist, 'nodes', name)).catch(() => undefined);
	}).unref();
	const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', dist];
	const compiler = start(nodeBinary(), [...tsc, '--watch', '--preserveWatchOutput'], {
		cwd: process.cwd(),
		env: process.env,
		heard: (text) => text.split('\n').forEach((line) => line.trim() !== '' && say(line)),
	});
	await come(
		() => !compiler.isRunning() || compiler.output().includes('Watching for file changes'),
	);
}
