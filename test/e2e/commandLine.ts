import { SPREADSHEET_WORKFLOW, spreadsheetRun } from '../../host/example.ts';
import type { Host } from '../../host/n8n.ts';
import type { Execution } from '../../host/run-data.ts';
import type { Sandbox } from '../../sandbox/index.ts';

/**
 * Runs a workflow through `n8n execute`, beside the server; `execution` is undefined where n8n printed none. Judge by its
 * status, not by the exit code: n8n sometimes crashes (SIGSEGV, about 1 run in 20) while it exits, when all is done.
 */
export async function execute(host: Host, id: string) {
	const result = await host.command('execute', `--id=${id}`, '--rawOutput');
	return { ...result, execution: readExecution(result.stdout) };
}

/**
 * Finds the execution in what `n8n execute` printed. `--rawOutput` does not keep log lines out, before or after it; but
 * the execution is printed with indentation, so it lies between a line `{` and a line `}`.
 */
function readExecution(stdout: string): Execution | undefined {
	const text = /^\{$[^]*?^\}$/m.exec(stdout)?.[0];
	return text === undefined ? undefined : (JSON.parse(text) as Execution);
}

/** Runs the spreadsheet example like this, and reads what came of it. */
export async function runSpreadsheetExample(host: Host, sandbox: Sandbox) {
	const { execution, stdout, stderr } = await execute(host, SPREADSHEET_WORKFLOW);
	if (execution !== undefined) return spreadsheetRun(execution, sandbox);
	throw new Error(`The example failed: ${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
}
