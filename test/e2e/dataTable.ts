import { setTimeout as sleep } from 'node:timers/promises';

import {
	type BrokenOff,
	come,
	endedRun,
	exampleWorkflows,
	makeTable,
	openTable,
	type OwnN8n,
	ownNode,
	publish,
	startRun,
	type Table,
	unpublish,
	type Workflow,
} from './n8n.ts';

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

/** The example, which looks at the table every two seconds once it is published. */
function example(): Workflow {
	const text = JSON.stringify(exampleWorkflows().get('data-table-to-sms.json'));
	const quarter = '"field":"minutes","minutesInterval":15';
	expect(text).toContain(quarter);
	return JSON.parse(text.replace(quarter, '"field":"seconds","secondsInterval":2')) as Workflow;
}

/** The example, which waits a minute between sending and writing. */
function slowExample(): Workflow {
	const { nodes, connections, ...rest } = example();
	const links = connections as Record<string, { main: unknown[][] }>;
	const [sent = [], ...failed] = links['Send SMS']?.main ?? [];
	const minute = { resume: 'timeInterval', amount: 60, unit: 'seconds' };
	const wait = ownNode('Wait', 'wait', 1.1, minute);
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

let table: Table;
let n8n: OwnN8n;

async function begun(workflow: Workflow): Promise<void> {
	table = await makeTable(n8n.server, TABLE, COLUMNS);
	await put(workflow);
}

/** Replaces nodes and connections of the example. */
async function put({ nodes, connections }: Workflow): Promise<void> {
	const path = `/rest/workflows/${example().id}`;
	expect((await n8n.server.rest('PATCH', path, { nodes, connections })).status).toBe(200);
}

const run = async () =>
	await endedRun(n8n.server, await startRun(n8n.server, example().id, MANUAL));
const outcomes = async () => (await table.rows()).map(({ outcome }) => outcome);
/** What the example sends. */
const texts = () =>
	n8n.sandbox.messages().flatMap(({ message = '' }) => (/^Your/.test(message) ? [message] : []));

/** The recipe of a data table. */
export const dataTable: BrokenOff = {
	workflows: () => [example()],
	tests(own) {
		n8n = own;
		beforeEach(async () => {
			n8n.sandbox.reset();
			await begun(example());
		});

		test('rows that were not sent are sent, and each gets its outcome; run again, nobody gets it twice', async () => {
			await table.add(ROWS);
			expect((await run()).status).toBe('success');
			const [first, second] = n8n.sandbox.messages();
			expect(texts()).toEqual(['Your order 1 is ready.', 'Your order 4 is ready.']);
			const written = await table.rows();
			const sentAt = expect.stringMatching(TIME);
			const accepted = { outcome: 'accepted', sentAt, problem: '' };
			const problem = expect.stringMatching(/^'To' of item 1 holds "81".*Check the number/);
			expect(written).toEqual([
				{ ...ROWS[0], ...accepted, messageId: first?.id },
				{ ...ROWS[1], outcome: 'rejected', messageId: '', sentAt: '', problem },
				{ ...ROWS[2], messageId: '', sentAt: '', problem: '' },
				{ ...ROWS[3], ...accepted, messageId: second?.id },
			]);
			expect((await run()).status).toBe('success');
			expect(n8n.sandbox.requests()).toHaveLength(1);
			expect(await table.rows()).toEqual(written);
		});

		test('the schedule sends a row that was added, and writes its outcome', async () => {
			await publish(n8n.server, example().id);
			await table.add([{ phone: '09120000085', text: 'Your order 5 is ready.' }]);
			try {
				await come(async () => (await outcomes()).every(Boolean));
			} finally {
				await unpublish(n8n.server, example().id);
			}
			expect(texts()).toEqual(['Your order 5 is ready.']);
			expect(await outcomes()).toEqual(['accepted']);
		});
	},

	async begin() {
		await begun(slowExample());
		await table.add([
			{ phone: '09120000086', text: 'Your order 6 is ready.' },
			{ phone: '09120000087', text: 'Your order 7 is ready.' },
		]);
		await startRun(n8n.server, example().id, MANUAL);
		await come(() => texts().length >= 2);
		// Enough for the node to hand on what it has sent, to a node that waits for a minute.
		await sleep(3000);
	},
	title: 'nobody of a table gets it twice whose outcome was not written yet',
	async look() {
		table = await openTable(n8n.server, TABLE, COLUMNS);
		await put(example());
		expect(await outcomes()).toEqual(['', '']);
		expect((await run()).status).toBe('success');
		expect(texts()).toEqual(['Your order 6 is ready.', 'Your order 7 is ready.']);
		// Where the machine was so busy that the node had not ended yet, its last request counts as broken off.
		const [first, second] = await outcomes();
		expect(['accepted', 'unknown']).toContain(first);
		expect(second).toBe(first);
	},
};
