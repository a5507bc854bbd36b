/**
 * `node host/needs.ts <suite>`: gets what a suite needs of the machine, n8n included. Ends with 1, and the reason on the
 * standard error, where it can't be had.
 */
import { findChromium } from './browser.ts';
import { getDebianPrograms } from './debian.ts';
import { installHost } from './install.ts';
import { getNodeRed } from './nodeRed.ts';
import { openServices } from './services/index.ts';

const say = (line: string) => console.error(line);
const suite = process.argv[2] ?? '';
try {
	if (suite !== 'inbox') await installHost(say);
	if (/newest|editor|inbox|weekly/.test(suite)) await findChromium(say);
	if (suite === 'newest') await Promise.all([getDebianPrograms(say), getNodeRed(say)]);
	if (suite === 'queue') await (await openServices()).close();
} catch (error) {
	say(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
