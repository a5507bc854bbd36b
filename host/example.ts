import type { Sandbox } from '../sandbox/index.ts';
import { itemsOf, type Execution, endedRun, startRun } from './runs.ts';
import type { Server } from './server.ts';

/** The workflow that sends a message to every row of the sheet, and its manual trigger. */
export const SPREADSHEET_WORKFLOW = 'smsVoiceSheet001';
const TRIGGER = 'When clicking ‘Execute workflow’';

/** Where a bulk goes. */
export const BULK_PATH = '/webservice/v2rest/p2psendsms';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The data tables that the examples read, and rows to try them with. */
export const exampleTables = () => {
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	return [
		{
			name: 'Appointments',
			columns: ['name', 'phone', 'at', 'told', 'toldAt'],
			rows: [{ name: 'Emma Clarke', phone: '09120000081', at: `${tomorrow} 14:30` }],
		},
		{
			name: 'Texts to send',
			columns: ['phone', 'text', 'outcome', 'messageId', 'sentAt', 'problem', 'status', 'final'],
			rows: [{ phone: '09120000081', text: 'Your order 1 is ready.', outcome: '' }],
		},
		{
			name: 'Questions',
			columns: ['name', 'phone', 'answer', 'problem', 'question'],
			rows: [
				{ name: 'Emma Clarke', phone: '09120000081', answer: '' },
				{ name: 'James Hall', phone: '09120000082', answer: '' },
			],
		},
		{
			name: 'Rota',
			columns: ['day', 'name', 'phone'],
			rows: DAYS.map((day) => ({ day, name: 'Sara Lopez', phone: '09120000061' })),
		},
		{ name: 'Alerts on call', columns: ['event', 'state', 'incident', 'text', 'phone'], rows: [] },
		{ name: 'Opted out', columns: ['phone'], rows: [{ phone: '0912 000 0092' }] },
		{ name: 'Incidents', columns: ['key', 'incident', 'state', 'says', 'next'], rows: [] },
	];
};

/** Runs the spreadsheet example in a started n8n, which keeps it as the execution of that id; see `spreadsheetRun`. */
export async function runSpreadsheetOn(server: Server, sandbox: Sandbox) {
	const executionId = await startRun(server, SPREADSHEET_WORKFLOW, TRIGGER);
	return { executionId, ...spreadsheetRun(await endedRun(server, executionId), sandbox) };
}

/**
 * Reads what the sandbox received, in how many requests, and the rows that the workflow writes to the sheet of rows to
 * correct. Throws where a row is neither. The text comes last: one from right to left would upset columns.
 */
export function spreadsheetRun(execution: Execution, sandbox: Sandbox) {
	const outputs = itemsOf(execution, 'Send SMS').map(({ json }) => json);
	const rows = itemsOf(execution, 'Leave out empty rows').length;
	const sent = sandbox.messages().map(({ destination, message = '' }, index) => {
		return { destination, parts: outputs[index]?.parts, message };
	});
	const toCorrect = itemsOf(execution, 'Rows to correct').map(({ json }) => json);
	const isWhole = sent.length === outputs.length && sent.length + toCorrect.length === rows;
	if (execution.status !== 'success' || !isWhole || sent.length === 0) {
		const reason = execution.data.resultData.error?.message ?? execution.status;
		const counts = `${rows} rows, ${sent.length} sent, ${toCorrect.length} to correct`;
		throw new Error(`The spreadsheet example failed: ${reason}: ${counts}`);
	}
	const requests = sandbox.requests().filter(({ path }) => path === BULK_PATH).length;
	return { sent, requests, toCorrect };
}
