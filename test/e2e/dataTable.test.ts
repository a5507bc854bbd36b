import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { come } from '../../host/found.ts';
import type { Server } from '../../host/server.ts';
import { exampleWorkflows, type Workflow } from '../../host/workflows.ts';
import { ownNode } from './built.ts';
import { open, type Opened } from './opened.ts';
import { endedRun, publish, startRun, unpublish } from './rest-run.ts';
import { makeTable, openTable, type Table } from '../../host/tables.ts';

const TABLE = 'Texts to send';
const COLUMNS = ['phone', 'text', 'outcome', 'messageId', 'sentAt', 'problem'];
const MANUAL = 'When clicking ‘Execute workflow’';
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
/** A number, a text; of the rows two have nothing to be sent. */
const ROWS = [
	{ phone: '09120000081', text: 'Your order 1 is ready.' },
	{ phone: '81', text: 'Your order 2 is ready.' },
	{ phone: '09120000083', text: 'Your order 3 is ready.', outcome: 'accepted' },
	// As the editor leaves a cell that was emptied.
	{ phone: '09120000084', text: 'Your order 4 is ready.', outcome: '' },
];

let opened: Opened;
let server: Server;
let table: Table;

/** The example, which looks at the table every two seconds once it is published. */
function example(): Workflow {
	const found = exampleWorkflows().get('data-table-to-sms.json');
	if (found === undefined) throw new Error('no such example');
	const text = JSON.stringify(found);
	const often = text.replace(
		'"field":"minutes","minutesInterval":15',
		'"field":"seconds","secondsInterval":2',
	);
	expect(often).not.toBe(text);
	return JSON.parse(often) as Workflow;
}

/** The example, which waits a minute between sending and writing. */
function slowExample(): Workflow {
	const { nodes, connections, ...rest } = example();
	const links = connections as Record<string, { main: unknown[][] }>;
	const [sent = [], ...failed] = links['Send SMS']?.main ?? [];
	const wait = ownNode('Wait', 'wait', 1.1, {
		resume: 'timeInterval',
		amount: 60,
		unit: 'seconds',
	});
	return {
		...rest,
		nodes: [...nodes, wait],
		connections: {
			...links,
			'Send SMS': { main: [[{ node: 'Wait', type: 'main', index: 0 }], ...failed] },
			Wait: { main: [sent] },
		},
	};
}

beforeAll(async () => {
	opened = await open();
	await opened.host.importWorkflows([example()]);
	server = await opened.host.serve();
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
});

beforeEach(async () => {
	opened.sandbox.reset();
	table = await makeTable(server, TABLE, COLUMNS);
	await put(example());
});

/** Replaces nodes and connections of the example. */
async function put({ nodes, connections }: Workflow): Promise<void> {
	const path = `/rest/workflows/${example().id}`;
	expect((await server.rest('PATCH', path, { nodes, connections })).status).toBe(200);
}

const run = async () => await endedRun(server, await startRun(server, example().id, MANUAL));
const outcomes = async () => (await table.rows()).map(({ outcome }) => outcome);
const texts = () => opened.sandbox.messages().map(({ message }) => message);

test('rows that were not sent are sent, and each gets its outcome; run again, nobody gets it twice', async () => {
	await table.add(ROWS);
	expect((await run()).status).toBe('success');
	const [first, second] = opened.sandbox.messages();
	expect(texts()).toEqual(['Your order 1 is ready.', 'Your order 4 is ready.']);
	const written = await table.rows();
	expect(written).toEqual([
		{
			...ROWS[0],
			outcome: 'accepted',
			messageId: first?.id,
			sentAt: expect.stringMatching(TIME),
			problem: '',
		},
		{
			...ROWS[1],
			outcome: 'rejected',
			messageId: '',
			sentAt: expect.stringMatching(TIME),
			problem: expect.stringMatching(/^'To' of item 1 holds "81".*Check the number/),
		},
		{ ...ROWS[2], messageId: '', sentAt: '', problem: '' },
		{
			...ROWS[3],
			outcome: 'accepted',
			messageId: second?.id,
			sentAt: expect.stringMatching(TIME),
			problem: '',
		},
	]);
	expect((await run()).status).toBe('success');
	expect(opened.sandbox.requests()).toHaveLength(1);
	expect(await table.rows()).toEqual(written);
});

test('the schedule sends a row that was added, and writes its outcome', async () => {
	await publish(server, example().id);
	await table.add([{ phone: '09120000085', text: 'Your order 5 is ready.' }]);
	try {
		await come(async () => (await outcomes()).every(Boolean));
	} finally {
		await unpublish(server, example().id);
	}
	expect(texts()).toEqual(['Your order 5 is ready.']);
	expect(await outcomes()).toEqual(['accepted']);
});

test('nobody gets it twice where n8n is killed between sending and writing', async () => {
	await table.add([
		{ phone: '09120000086', text: 'Your order 6 is ready.' },
		{ phone: '09120000087', text: 'Your order 7 is ready.' },
	]);
	await put(slowExample());
	await startRun(server, example().id, MANUAL);
	await come(() => texts().length >= 2);
	// Enough for the node to hand on what it has sent, to a node that waits for a minute.
	await sleep(3000);
	await server.kill();
	server = await opened.host.serve();
	table = await openTable(server, TABLE, COLUMNS);
	await put(example());
	expect(await outcomes()).toEqual(['', '']);
	expect((await run()).status).toBe('success');
	expect(texts()).toEqual(['Your order 6 is ready.', 'Your order 7 is ready.']);
	// Where the machine was so busy that the node had not ended yet, its last request counts as broken off.
	const [first, second] = await outcomes();
	expect(['duplicate', 'unknown']).toContain(first);
	expect(second).toBe(first);
});
