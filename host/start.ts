/**
 * `npm start`: builds the package, installs it in a real n8n, runs the spreadsheet example against the sandbox and
 * leaves n8n open in the browser until Ctrl-C. With `--once` it ends by itself, with 0 or 1; with `--dev` (`npm run
 * dev`) n8n reads the node anew whenever a source is saved.
 */
import { pathToFileURL } from 'node:url';
import open from 'open';
import { MOVING, startSandbox } from '../sandbox/index.ts';
import { exampleTables, runSpreadsheetOn, SPREADSHEET_WORKFLOW } from './example.ts';
import { bothDone, installHost } from './install.ts';
import { JSON_LOG, warningsTo } from './log.ts';
import { openHost } from './n8n.ts';
import { openPass } from './pass.ts';
import { builtPackage } from './package.ts';
import { stopAll } from './process.ts';
import { taken, withProgress } from './progress.ts';
import { compileOnSave, RELOAD } from './reload.ts';
import { OWNER } from './server.ts';
import { WITH_CODE_NODE, WITH_EDITOR } from './settings.ts';
import { makeTable } from './tables.ts';
import { exampleWorkflows, sandboxCredential } from './workflows.ts';

const once = process.argv.includes('--once');
const dev = process.argv.includes('--dev');
/** When the command was given: before this process was there. */
const begun = Number(process.env.COMMAND_BEGUN) || Date.now();
const say = (line: string) => console.log(line);

/** What has to be undone at the end, last first. */
const endings: Array<() => Promise<unknown>> = [];

const interrupted = new Promise<'interrupted'>((resolve) => {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => resolve('interrupted'));
});

async function demo(): Promise<void> {
	const [hostFolder, packageIn] = await bothDone(installHost(say), builtPackage(say));
	const sandbox = await startSandbox({ delivery: MOVING });
	endings.push(() => sandbox.close());
	const NODE_OPTIONS = `--import=${pathToFileURL('host/onlyLoopback.mjs').href}`;
	const settings = {
		NODE_OPTIONS,
		...JSON_LOG,
		...WITH_EDITOR,
		...WITH_CODE_NODE,
		...(dev ? RELOAD : {}),
	};
	const host = await openHost(hostFolder, packageIn, settings);
	endings.push(() => host.close());
	await host.importCredentials([sandboxCredential(sandbox)]);
	await host.importWorkflows([...exampleWorkflows().values()]);
	if (dev) await compileOnSave(host.packageFolder, say);
	// Of what n8n says while it starts nothing concerns who tries the node.
	let isReady = false;
	const heard = warningsTo((message) => isReady && say(`n8n's log: ${message}`));
	const serving = () => host.serve(heard);
	const server = await withProgress(say, 'Starting n8n', 'about 10 seconds', serving);
	for (const { name, columns, rows } of exampleTables()) {
		const table = await makeTable(server, name, columns);
		if (rows.length > 0) await table.add(rows);
	}
	const example = () => runSpreadsheetOn(server, sandbox);
	const ran = await withProgress(say, 'Running the spreadsheet example', 'a second', example);
	const { executionId, sent, requests, toCorrect } = ran;
	const path = `/workflow/${SPREADSHEET_WORKFLOW}/executions/${executionId}`;
	const pass = await openPass(server, path);
	endings.push(() => pass.close());

	say('\nSent from workflows/contacts.csv, a message to every row with a right number:');
	console.table(sent);
	say(`${sent.length} messages, requests: ${requests}. Left to correct, in rows-to-correct.xlsx:`);
	console.table(toCorrect, ['phone', 'error', 'name']);
	say(`
Nothing left this machine: the sandbox stands in for the service.

  this run  ${pass.url}   in n8n's editor, without a login
  inbox     ${sandbox.url}   what would have been sent, as the phones show it
  n8n       ${server.url}
  login     ${OWNER.email}  /  ${OWNER.password}

  for a credential of your own
    Username      ${sandbox.username}
    Password      ${sandbox.password}
    SMS Base URL  ${sandbox.url}
    Call Base URL ${sandbox.url}

  workflows, whose data tables are there`);
	for (const { id, name } of exampleWorkflows().values())
		say(`    ${server.url}/workflow/${id}   ${name}`);
	say('');
	// Some of it went on side by side.
	taken.push({ what: 'all together, from the command on', seconds: (Date.now() - begun) / 1000 });
	for (const { what, seconds } of taken) say(`  ${seconds.toFixed(1).padStart(5)} s  ${what}`);
	if (dev)
		say(
			'\nSave a file in nodes/ or credentials/: n8n has it; reload the page where a field is new.',
		);
	isReady = true;
	if (!once && isWatched())
		for (const address of [pass.url, sandbox.url]) await open(address).catch(() => undefined);
}

/** Whether somebody sits before this process, on a machine that can show a window. */
function isWatched(): boolean {
	const { CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = process.env;
	const hasDesktop = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
	return process.stdout.isTTY && hasDesktop && !CI && !SSH_CONNECTION;
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
await stopAll();
// An interrupted step fails now; nothing may start after that.
await work.catch(() => undefined);
await stopAll();
for (const ending of endings.reverse()) await ending();
process.exit(exitCode);
