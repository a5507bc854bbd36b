/**
 * `npm start`: builds the package, installs it in a real n8n, runs the spreadsheet example against the sandbox and
 * leaves n8n open in the browser's reach until Ctrl-C. With `--once` it ends by itself, with 0 or 1.
 */
import { MOVING, startSandbox } from '../sandbox/index.ts';
import { runSpreadsheetExample, sentTable, toCorrectTable } from './example.ts';
import { installHost } from './install.ts';
import { openHost } from './n8n.ts';
import { npm } from './npm.ts';
import { stopAll } from './process.ts';
import { withProgress } from './progress.ts';
import { OWNER } from './server.ts';
import { showTo } from './show.ts';
import { exampleWorkflows, sandboxCredential } from './workflows.ts';

const once = process.argv.includes('--once');
const say = (line: string) => console.log(line);

/** What has to be undone at the end, last first. */
const endings: Array<() => Promise<unknown>> = [];
const end = async (work: Promise<unknown>) => {
	await stopAll();
	// An interrupted step fails now; nothing may start after that.
	await work.catch(() => undefined);
	await stopAll();
	for (const ending of endings.splice(0).reverse()) await ending();
};

const interrupted = new Promise<'interrupted'>((resolve) => {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => resolve('interrupted'));
});

async function demo(): Promise<void> {
	await withProgress(say, 'Building the package', 'a few seconds', () =>
		npm(['run', 'build'], process.cwd()),
	);
	const hostFolder = await installHost(say);

	const sandbox = await startSandbox({ delivery: MOVING });
	endings.push(() => sandbox.close());
	const host = await withProgress(
		say,
		'Packing the package and installing it in n8n',
		'a few seconds',
		() => openHost(hostFolder),
	);
	endings.push(() => host.close());

	const workflows = [...exampleWorkflows().values()];
	await withProgress(
		say,
		'Importing the credential and the workflows',
		'about 15 seconds',
		async () => {
			await host.importCredentials([sandboxCredential(sandbox)]);
			await host.importWorkflows(workflows);
		},
	);
	const { sent, requests, toCorrect } = await withProgress(
		say,
		'Running the spreadsheet example',
		'about 10 seconds',
		() => runSpreadsheetExample(host, sandbox),
	);
	const server = await withProgress(say, 'Starting n8n', 'about 15 seconds', () => host.serve());

	say('');
	say(
		`Sent from workflows/contacts.csv, a message to every row with a right number: ${sent.length} messages in ${requests} ${requests === 1 ? 'request' : 'requests'}`,
	);
	for (const line of sentTable(sent)) say(line);
	say('');
	say(`Left for you to correct, in the workflow's rows-to-correct.xlsx: ${toCorrect.length} rows`);
	for (const line of toCorrectTable(toCorrect)) say(line);
	say('');
	say('Nothing left this machine: the sandbox stands in for the service.');
	say('');
	say(`  n8n       ${server.url}`);
	say(`  login     ${OWNER.email}  /  ${OWNER.password}`);
	say(`  inbox     ${sandbox.url}   what would have been sent, as the phones show it`);
	say('  workflows');
	for (const { id, name } of workflows) say(`    ${server.url}/workflow/${id}   ${name}`);
	say('');
	if (!once) await showTo(server.url, sandbox.url);
}

let exitCode = 0;
const work = demo();
try {
	const outcome = await Promise.race([work, interrupted]);
	if (outcome !== 'interrupted' && !once) {
		say('Ctrl-C ends n8n and the sandbox and removes their data.');
		await interrupted;
	}
	if (outcome === 'interrupted' && once) exitCode = 1;
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	exitCode = 1;
}
say('Ending …');
await end(work);
process.exit(exitCode);
