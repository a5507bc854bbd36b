import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import {
	bulkNode,
	endedRun,
	found,
	itemsOf,
	ownN8n,
	ownNode,
	startRun,
	TRIGGER,
	workflowOf,
} from './n8n.ts';

const ROWS = 30_000;
const BATCH = 100;
const WORKFLOW = 'manyRows';
const NODE = 'Send SMS';

const phoneOf = (row: number) => `0912${String(row).padStart(7, '0')}`;
const textOf = (row: number) => `سلام مشتری ${row}، نوبت شما ${row % 24}:00 است.`;

let folder: string;

beforeAll(async () => {
	// n8n compares the real path of a file with what it may read.
	folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-rows-')));
	const lines = Array.from(
		{ length: ROWS },
		(_, row) => `مشتری ${row},${phoneOf(row)},${row % 24}:00`,
	);
	await writeFile(join(folder, 'rows.csv'), ['name,phone,time', ...lines, ''].join('\n'));
});

const n8n = ownN8n({
	settings: () => ({ N8N_RESTRICT_FILE_ACCESS_TO: folder }),
	sandbox: { credit: ROWS },
	workflows: () => [
		workflowOf(
			WORKFLOW,
			[{}],
			[
				ownNode('Read', 'readWriteFile', 1.1, {
					fileSelector: join(folder, 'rows.csv'),
					options: {},
				}),
				ownNode('Rows', 'extractFromFile', 1.1, { operation: 'csv', options: {} }),
				bulkNode(NODE, {
					destination: '={{ $json.phone }}',
					message: '=سلام {{ $json.name }}، نوبت شما {{ $json.time }} است.',
				}),
			],
		),
	],
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Asks for the list: an execution of this size keeps n8n busy each time it is fetched. */
async function ended(id: string): Promise<string> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: WORKFLOW }));
	return await found(async () => {
		const { data } = await n8n.server.rest('GET', `/rest/executions?filter=${filter}`);
		const { results } = data as { results: Array<{ id: string; status: string }> };
		const status = results.find((one) => String(one.id) === id)?.status ?? 'new';
		return ['new', 'running', 'waiting'].includes(status) ? undefined : status;
	});
}

test('30,000 rows of a CSV file are recorded once each, in order, and every result is paired with its row', async () => {
	const id = await startRun(n8n.server, WORKFLOW);
	expect(await ended(id)).toBe('success');

	const requests = n8n.sandbox.requests();
	expect(requests).toHaveLength(ROWS / BATCH);
	const sent = requests.flatMap(({ fields }) => (fields as { data: IDataObject[] }).data);
	const misplaced = sent.findIndex(
		({ destination, message }, row) => destination !== phoneOf(row) || message !== textOf(row),
	);
	expect([sent.length, misplaced]).toEqual([ROWS, -1]);
	expect(
		requests.every(({ fields }) => (fields as { data: unknown[] }).data.length === BATCH),
	).toBe(true);

	const messages = new Map(n8n.sandbox.messages().map((message) => [message.destination, message]));
	expect([messages.size, n8n.sandbox.messages().length]).toEqual([ROWS, ROWS]);

	const stored = await endedRun(n8n.server, id);
	const items = itemsOf(stored, NODE);
	expect(items).toHaveLength(ROWS);
	const wrong = items.findIndex(({ json, pairedItem }, row) => {
		const message = messages.get(phoneOf(row));
		return !(
			(pairedItem as { item?: number }).item === row &&
			json.outcome === 'accepted' &&
			json.destination === phoneOf(row) &&
			json.messageId === message?.id &&
			json.batch === Math.floor(row / BATCH) + 1
		);
	});
	expect(wrong).toBe(-1);
	const rows = itemsOf(stored, 'Rows');
	expect(rows[ROWS - 1]?.json.phone).toBe(phoneOf(ROWS - 1));
	expect(stored.data.resultData.runData[TRIGGER]).toHaveLength(1);
});
