import type { Sandbox } from '../sandbox/index.ts';
import type { Host } from './n8n.ts';
import { itemsOf } from './run-data.ts';
import { expectedMessages, sheetRows } from './sheet.ts';

/** The workflow that sends a message to every row of the sheet. */
export const SPREADSHEET_WORKFLOW = 'smsVoiceSheet001';

export interface Sent {
	destination: string;
	message: string;
	parts: unknown;
}

/** Runs the spreadsheet example and gives what the sandbox received. Throws where that is not what the sheet holds. */
export async function runSpreadsheetExample(host: Host, sandbox: Sandbox): Promise<Sent[]> {
	const { execution, stdout, stderr } = await host.execute(SPREADSHEET_WORKFLOW);
	if (execution?.status !== 'success') {
		const reason = execution?.data.resultData.error?.message;
		throw new Error(
			`The spreadsheet example failed: ${reason ?? `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`}`,
		);
	}
	const outputs = itemsOf(execution, 'Send SMS');
	const sent = sandbox.messages().map(({ destination, message = '' }, index) => ({
		destination,
		message,
		parts: outputs[index]?.json.parts,
	}));
	compare(sent);
	return sent;
}

function compare(sent: Sent[]): void {
	const expected = expectedMessages(sheetRows());
	if (sent.length !== expected.length)
		throw new Error(`The sheet holds ${expected.length} messages, ${sent.length} arrived`);
	for (const [index, { destination, message }] of expected.entries()) {
		const arrived = sent[index];
		if (arrived?.destination !== destination || arrived.message !== message) {
			throw new Error(
				`Message ${index + 1} should be ${JSON.stringify({ destination, message })}, arrived: ${JSON.stringify(arrived)}`,
			);
		}
	}
}

/** What was sent, as lines for the terminal. The text comes last: text written from right to left would upset columns. */
export function sentTable(sent: Sent[]): string[] {
	const line = (destination: string, parts: string, text: string) =>
		`  ${destination.padEnd(14)} ${parts.padEnd(6)} ${text}`;
	const rows = sent.map(({ destination, parts, message }) =>
		line(destination, String(parts), message.replace(/\s*\n\s*/g, ' / ')),
	);
	return [
		line('destination', 'parts', 'text'),
		line('-'.repeat(13), '-----', '-'.repeat(40)),
		...rows,
	];
}
