/**
 * `node host/needs.ts <suite>`: gets what a suite needs of the machine besides n8n. Ends with 1, and the reason on the
 * standard output, where it can't be had; progress goes to the standard error.
 */
import { findChromium } from './browser.ts';
import { missingServices } from './services/index.ts';

const say = (line: string) => console.error(line);

const browser = (): Promise<string | undefined> =>
	findChromium(say).then(
		() => undefined,
		(error: unknown) => String(error instanceof Error ? error.message : error),
	);

const needs: Record<string, () => Promise<string | undefined>> = {
	editor: browser,
	inbox: browser,
	queue: missingServices,
};

const missing = await needs[process.argv[2] ?? '']?.();
if (missing !== undefined) {
	console.log(missing);
	process.exitCode = 1;
}
