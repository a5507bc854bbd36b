import type { Sandbox } from '../sandbox/index.ts';
import type { Host } from './n8n.ts';
import { itemsOf, type Execution } from './run-data.ts';
import { endedRun, startRun } from './runs.ts';
import type { Server } from './server.ts';

/** The workflow that sends a message to every row of the sheet, and its manual trigger. */
export const SPREADSHEET_WORKFLOW = 'smsVoiceSheet001';
const TRIGGER = 'When clicking ‘Execute workflow’';

/** Where a bulk goes. */
export const BULK_PATH = '/webservice/v2rest/p2psendsms';

/** What came of the spreadsheet example; the text comes last, as text from right to left would upset columns. */
export interface SpreadsheetRun {
	sent: Array<{ destination: string; parts: unknown; message: string }>;
	/** How many requests carried them. */
	requests: number;
	/** The rows that were not sent, as the workflow writes them to the sheet of rows to correct. */
	toCorrect: Array<Record<'phone' | 'name' | 'note' | 'error' | 'outcome' | 'advice', string>>;
}

/** Runs the spreadsheet example through `n8n execute`; see `spreadsheetRun`. */
export async function runSpreadsheetExample(host: Host, sandbox: Sandbox): Promise<SpreadsheetRun> {
	const { execution, stdout, stderr } = await host.execute(SPREADSHEET_WORKFLOW);
	if (execution !== undefined) return spreadsheetRun(execution, sandbox);
	throw new Error(`The example failed: ${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
}

/** Runs the spreadsheet example in a started n8n, which keeps it as the execution of that id; see `spreadsheetRun`. */
export async function runSpreadsheetOn(
	server: Server,
	sandbox: Sandbox,
): Promise<SpreadsheetRun & { executionId: string }> {
	const executionId = await startRun(server, SPREADSHEET_WORKFLOW, TRIGGER);
	return { executionId, ...spreadsheetRun(await endedRun(server, executionId), sandbox) };
}

/** Reads what the sandbox received and which rows are left to correct. Throws where a row is neither. */
function spreadsheetRun(execution: Execution, sandbox: Sandbox): SpreadsheetRun {
	const outputs = itemsOf(execution, 'Send SMS');
	const rows = itemsOf(execution, 'Leave out empty rows').length;
	const sent = sandbox.messages().map(({ destination, message = '' }, index) => ({
		destination,
		parts: outputs[index]?.json.parts,
		message,
	}));
	const toCorrect = itemsOf(execution, 'Rows to correct').map(({ json }) => json);
	const isWhole = sent.length === outputs.length && sent.length + toCorrect.length === rows;
	if (execution.status !== 'success' || !isWhole || sent.length === 0) {
		const reason = execution.data.resultData.error?.message ?? execution.status;
		throw new Error(
			`The spreadsheet example: ${rows} rows, ${sent.length} sent, ${toCorrect.length} to correct (${reason})`,
		);
	}
	const requests = sandbox.requests().filter(({ path }) => path === BULK_PATH).length;
	return { sent, requests, toCorrect: toCorrect as SpreadsheetRun['toCorrect'] };
}
