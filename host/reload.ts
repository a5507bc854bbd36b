import { copyFileSync, mkdirSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { come } from './found.ts';
import { nodeBinary } from './node.ts';
import { start } from './process.ts';
import type { Say } from './progress.ts';

/** With it n8n reads a package anew when one of its files changes. */
export const RELOAD = { N8N_DEV_RELOAD: 'true' };

/** What the compiler leaves behind, as in gulpfile.js. */
const ASSET = /\.(svg|json)$/;

/**
 * Compiles the sources into an installed package, now and whenever one is saved. Settles when that was done once: an n8n
 * that is started then has nothing to read anew until something is saved.
 */
export async function compileOnSave(packageFolder: string, say: Say): Promise<void> {
	const dist = join(packageFolder, 'dist');
	const assets = watch('nodes', { recursive: true }, (_event, name) => {
		if (name === null || !ASSET.test(name)) return;
		const target = join(dist, 'nodes', name);
		mkdirSync(dirname(target), { recursive: true });
		try {
			copyFileSync(join('nodes', name), target);
		} catch {
			// Removed, or on its way under another name: the next event tells.
		}
	});
	const compiler = start(
		nodeBinary(),
		[
			join('node_modules', 'typescript', 'bin', 'tsc'),
			...['-p', 'tsconfig.build.json', '--outDir', dist],
			...['--watch', '--preserveWatchOutput'],
		],
		{
			cwd: process.cwd(),
			env: process.env,
			heard: (text) => {
				for (const line of text.split('\n')) if (line.trim() !== '') say(line);
			},
		},
	);
	let isOver = false;
	const over = () => {
		isOver = true;
		assets.close();
	};
	void compiler.finished.finally(over).catch(() => undefined);
	await come(() => isOver || compiler.output().includes('Watching for file changes'));
}
