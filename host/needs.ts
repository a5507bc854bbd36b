/**
 * `node host/needs.ts <suite>`: gets what a suite needs of the machine, n8n included. Ends with 1, and the reason on the
 * standard output, where it can't be had; progress goes to the standard error.
 */
import { findChromium } from './browser.ts';
import { installHost } from './install.ts';
import { missingServices } from './services/index.ts';

const say = (line: string) => console.error(line);

const n8n = () => installHost(say).then(() => undefined);
const browser = () => findChromium(say).then(() => undefined);

/** Each throws, or says, what is missing. */
const needs: Record<string, Array<() => Promise<string | undefined>>> = {
	e2e: [n8n],
	newest: [n8n, browser],
	queue: [n8n, missingServices],
	editor: [n8n, browser],
	inbox: [browser],
	weekly: [n8n, browser],
};

for (const get of needs[process.argv[2] ?? ''] ?? []) {
	const missing = await get().catch((error: unknown) =>
		String(error instanceof Error ? error.message : error),
	);
	if (missing === undefined) continue;
	console.log(missing);
	process.exitCode = 1;
	break;
}
