import type { Sandbox } from '../sandbox/index.ts';
import type { Host } from './n8n.ts';
import { itemsOf, type Execution } from './run-data.ts';
import { endedRun, startRun } from './runs.ts';
import type { Server } from './server.ts';
import { expectedMessages, rowsToCorrect, sheetRows, type Row } from './sheet.ts';

/** The workflow that sends a message to every row of the sheet. */
export const SPREADSHEET_WORKFLOW = 'smsVoiceSheet001';

/** Where a bulk goes. */
export const BULK_PATH = '/webservice/v2rest/p2psendsms';

export interface Sent {
	destination: string;
	message: string;
	parts: unknown;
}

/** A row that was not sent, as the workflow writes it to the sheet of rows to correct. */
export interface ToCorrect extends Row {
	error: string;
	outcome: string;
	advice: string;
}

export interface SpreadsheetRun {
	sent: Sent[];
	/** How many requests carried them. */
	requests: number;
	toCorrect: ToCorrect[];
}

/** Its manual trigger. */
const TRIGGER = 'When clicking ‘Execute workflow’';

/** Runs the spreadsheet example through `n8n execute`; see `spreadsheetRun`. */
export async function runSpreadsheetExample(host: Host, sandbox: Sandbox): Promise<SpreadsheetRun> {
	const { execution, stdout, stderr } = await host.execute(SPREADSHEET_WORKFLOW);
	if (execution === undefined) {
		throw new Error(
			`The spreadsheet example failed: ${stdout.slice(-2000)}\n${stderr.slice(-2000)}`,
		);
	}
	return spreadsheetRun(execution, sandbox);
}

/** Runs the spreadsheet example in a started n8n, which keeps it as the execution of that id; see `spreadsheetRun`. */
export async function runSpreadsheetOn(
	server: Server,
	sandbox: Sandbox,
): Promise<SpreadsheetRun & { executionId: string }> {
	const executionId = await startRun(server, SPREADSHEET_WORKFLOW, TRIGGER);
	const execution = await endedRun(server, executionId);
	return { executionId, ...spreadsheetRun(execution, sandbox) };
}

/**
 * Reads from a run of the spreadsheet example what the sandbox received and which rows are left to correct. Throws
 * where that is not what the sheet holds.
 */
function spreadsheetRun(execution: Execution, sandbox: Sandbox): SpreadsheetRun {
	if (execution.status !== 'success') {
		const reason = execution.data.resultData.error?.message ?? execution.status;
		throw new Error(`The spreadsheet example failed: ${reason}`);
	}
	const outputs = itemsOf(execution, 'Send SMS');
	const sent = sandbox.messages().map(({ destination, message = '' }, index) => ({
		destination,
		message,
		parts: outputs[index]?.json.parts,
	}));
	const toCorrect = itemsOf(execution, 'Rows to correct').map(({ json }) => toCorrectOf(json));
	const sheet = sheetRows();
	compare('Message', sent, expectedMessages(sheet), ({ destination, message }) => ({
		destination,
		message,
	}));
	compare('Row to correct', toCorrect, rowsToCorrect(sheet), ({ name, phone, note }) => ({
		name,
		phone,
		note,
	}));
	const requests = sandbox.requests().filter(({ path }) => path === BULK_PATH).length;
	return { sent, requests, toCorrect };
}

function toCorrectOf(json: Record<string, unknown>): ToCorrect {
	const text = (column: string) => String(json[column] ?? '');
	return {
		name: text('name'),
		phone: text('phone'),
		note: text('note'),
		error: text('error'),
		outcome: text('outcome'),
		advice: text('advice'),
	};
}

/** Throws where `found`, of which `compared` picks what counts, is not what was expected. */
function compare<T, E>(what: string, found: T[], expected: E[], compared: (one: T) => E): void {
	const length = Math.max(found.length, expected.length);
	for (let index = 0; index < length; index++) {
		const one = found[index];
		const is = one === undefined ? 'none' : JSON.stringify(compared(one));
		const should = index < expected.length ? JSON.stringify(expected[index]) : 'none';
		if (is !== should) {
			throw new Error(
				`${what} ${index + 1}: ${is} came, ${should} is what the sheet holds (${found.length} of ${expected.length} came)`,
			);
		}
	}
}

/** What was sent, as lines for the terminal. The text comes last: text written from right to left would upset columns. */
export function sentTable(sent: Sent[]): string[] {
	const rows = sent.map(({ destination, parts, message }) => [
		destination,
		String(parts),
		message.replace(/\s*\n\s*/g, ' / '),
	]);
	return table(['destination', 'parts', 'text'], rows);
}

/** The rows that are left to correct, and why. The name comes last, for the same reason. */
export function toCorrectTable(rows: ToCorrect[]): string[] {
	return table(
		['phone', 'reason', 'name'],
		rows.map(({ phone, error, name }) => [phone, error, name]),
	);
}

/** Columns as wide as their longest value; the last one's line is 40 characters. */
function table(heads: string[], rows: string[][]): string[] {
	const last = heads.length - 1;
	const widths = heads.map((_head, column) =>
		column === last ? 40 : Math.max(...[heads, ...rows].map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: string[]) =>
		`  ${cells.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0))).join('  ')}`;
	return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
