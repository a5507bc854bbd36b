import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder, keptPath } from './cache.ts';
import { npm } from './npm.ts';
import { withProgress, type Say } from './progress.ts';

const NODE_RED = 'node-red@5.0.7';
const folder = () => keptPath('node-red', [NODE_RED]);

/** What starts Node-RED, if this machine has got it; otherwise says that its tests are left out. */
export function nodeRed(): string | undefined {
	const path = join(folder(), 'node_modules/node-red/red.js');
	if (existsSync(path)) return path;
	process.stderr.write('Left out: what needs Node-RED, which this machine could not get\n');
	return undefined;
}

/** Gets it. Where that can't be, its tests are left out. */
export async function getNodeRed(say: Say): Promise<void> {
	const what = 'Getting Node-RED';
	await keptFolder(folder(), what, say, (partial) =>
		withProgress(say, what, 'half a minute', async () => {
			await writeFile(join(partial, 'package.json'), '{"private":true}');
			const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
			await npm(['install', ...flags, NODE_RED], partial);
		}),
	).catch((error: unknown) => say(String(error)));
}
