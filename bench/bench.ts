/** `npm run bench`: the node on a real n8n beside plain Node and n8n's HTTP Request node. See README.md here. */
import { installHost } from '../host/install.ts';
import { npm } from '../host/npm.ts';
import { stopAll } from '../host/process.ts';
import { withProgress } from '../host/progress.ts';
import type { Measured } from './measured.ts';
import { readOptions } from './options.ts';
import { openPlace } from './place.ts';
import { withDelay, withoutDelay, withWarmUp } from './plan.ts';
import { report } from './report.ts';
import { alone, stopSteps, together } from './steps.ts';

const say = (line: string) => console.log(line);
const endings: Array<() => Promise<unknown>> = [];

async function bench(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	await withProgress(say, 'Building the package', 'a few seconds', () =>
		npm(['run', 'build'], process.cwd()),
	);
	const hostFolder = await installHost(say);
	const plain = withoutDelay(options.rows);
	const slow = options.latency ? withDelay(options.rows) : [];
	const steps = [...plain, ...slow];
	const place = await withProgress(say, 'Preparing n8n and the workflows', 'half a minute', () =>
		openPlace(hostFolder, withWarmUp(steps)),
	);
	endings.push(() => place.close());

	const results: Measured[] = [];
	for (const step of plain) results.push(await alone(step, place, say));
	results.push(...(await together(slow, place, say)));
	for (const line of report(results, options.out)) say(line);
	// That n8n's own node does not get through is a result; that ours does not, a failure.
	const failed = results.filter(({ id, problem }) => problem !== undefined && id !== 'httpRequest');
	for (const { title, rows, problem } of failed) say(`FAILED: ${title}, ${rows} rows: ${problem}`);
	return failed.length === 0 ? 0 : 1;
}

const work = bench();
const interrupted = new Promise<number>((resolve) => {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => resolve(130));
});
const exitCode = await Promise.race([work, interrupted]).catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	return 1;
});
stopSteps();
await stopAll();
// An interrupted step fails now; nothing may start after that.
await work.catch(() => undefined);
await stopAll();
for (const ending of endings.reverse()) await ending();
process.exit(exitCode);
