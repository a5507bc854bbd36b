import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { come } from '../../host/found.ts';
import { itemsOf, type Execution } from '../../host/runs.ts';
import type { Server } from '../../host/server.ts';
import { exampleWorkflows, type Workflow } from '../../host/workflows.ts';
import type { Node } from '../e2e/built.ts';
import { openGoogleSheet, type GoogleSheet, type SheetRow } from './googleSheets.ts';
import { open, type Opened } from '../e2e/opened.ts';
import { endedRun, executionsOf, publish, startRun, unpublish } from '../e2e/rest-run.ts';

const MANUAL = 'When clicking ‘Execute workflow’';
const ADDED = 'When a row is added';
const SCHEDULE = 'Every 15 minutes';
const READ = 'Rows of the sheet';
const WRITE = 'Write into the sheet';
const SHEETS = 'n8n-nodes-base.googleSheets';
const SHEETS_TRIGGER = 'n8n-nodes-base.googleSheetsTrigger';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const WRONG = expect.stringMatching(
	/^'To' of item 1 \(row 3 of the sheet\) holds "?81"?.*Check the number/,
);
/** Rows with texts of their own; of the campaign n8n keeps what it has sent. As typed in, so Google makes numbers of them. */
const rowsOn = (day: string): SheetRow[] => [
	{ phone: '09120000081', text: `Order 1 is ready on ${day}.` },
	{ phone: '81', text: `Order 2 is ready on ${day}.` },
	{ phone: '09120000083', text: `Order 3 is ready on ${day}.`, outcome: 'accepted' },
	{},
	{ phone: '09120000084' },
	{ phone: '09120000085', text: `Order 5 is ready on ${day}.` },
	{ phone: '+98 912 000 0081', text: `Order 1 is ready on ${day}.` },
];
const sentOn = (day: string) => [`Order 1 is ready on ${day}.`, `Order 5 is ready on ${day}.`];

let google: GoogleSheet;
let opened: Opened;
let server: Server;

const example = exampleWorkflows().get('google-sheets-to-sms.json') as Workflow;

/** What the recipe tells one to do in the editor: the document's address, and credentials. */
function filledIn(node: Node): Node {
	const credentials = (type: string) => ({ credentials: { [type]: google.credentials[type] } });
	if (node.name === 'Settings') {
		const text = JSON.stringify(node).replace(
			'"name":"document","value":""',
			`"name":"document","value":"${google.address}"`,
		);
		expect(text).toContain(google.address);
		return JSON.parse(text) as Node;
	}
	if (node.type === SHEETS) return { ...node, ...credentials('googleSheetsOAuth2Api') };
	if (node.type !== SHEETS_TRIGGER) return node;
	// Every two seconds; n8n takes no such interval, only times of which each is once a minute.
	const item = Array.from({ length: 30 }, (_none, at) => ({
		mode: 'custom',
		cronExpression: `${2 * at} * * * * *`,
	}));
	const parameters = { ...node.parameters, ...google.place, pollTimes: { item } };
	return { ...node, parameters, ...credentials('googleSheetsTriggerOAuth2Api') };
}

/** n8n waits five seconds before each try to write again. */
const withoutPatience = (node: Node): Node =>
	node.name === WRITE ? { ...node, retryOnFail: false } : node;

const without =
	(name: string) =>
	(node: Node): Node =>
		node.name === name ? { ...node, disabled: true } : node;

/** Seldom enough that one run is over before the next. */
function often(node: Node): Node {
	if (node.name !== SCHEDULE) return node;
	return {
		...node,
		parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 10 }] } },
	};
}

async function put(change: Partial<Workflow>): Promise<void> {
	const { status } = await server.rest('PATCH', `/rest/workflows/${example.id}`, change);
	expect(status).toBe(200);
}

const run = async (trigger = MANUAL) =>
	await endedRun(server, await startRun(server, example.id, trigger));
const texts = () => opened.sandbox.messages().map(({ message }) => message);
const outcomes = () => google.rows().map(({ outcome = '' }) => outcome);

beforeAll(async () => {
	google = await openGoogleSheet();
	opened = await open(google.settings);
	await opened.host.importCredentials(Object.values(google.credentials));
	await opened.host.importWorkflows([example]);
	server = await opened.host.serve();
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
	await (google as GoogleSheet | undefined)?.close();
});

beforeEach(async () => {
	opened.sandbox.reset();
	google.reset(['phone', 'text']);
	await put({ nodes: example.nodes.map(filledIn), pinData: {} });
});

describe("with n8n's own nodes, on a sheet", () => {
	test('rows that were not sent are sent, and each gets its outcome; run again, nobody gets it twice', async () => {
		google.reset(['phone', 'text', 'outcome']);
		google.add(rowsOn('Monday'));
		expect((await run()).status).toBe('success');
		const [first, second] = opened.sandbox.messages();
		expect(texts()).toEqual(sentOn('Monday'));
		const written = google.rows();
		const untouched = { messageId: '', sentAt: '', problem: '' };
		const accepted = { outcome: 'accepted', sentAt: TIME, problem: '' };
		const columns = ['outcome', 'messageId', 'sentAt', 'problem'];
		const ofRow = (row: SheetRow) =>
			Object.fromEntries(columns.map((column) => [column, row[column]]));
		expect(Object.keys(written[0] ?? {})).toEqual(['phone', 'text', ...columns]);
		expect(written.map(ofRow)).toEqual([
			{ ...accepted, messageId: first?.id },
			{ outcome: 'rejected', messageId: '', sentAt: TIME, problem: WRONG },
			{ ...untouched, outcome: 'accepted' },
			{ ...untouched, outcome: '' },
			{ ...untouched, outcome: '' },
			{ ...accepted, messageId: second?.id },
			{ ...accepted, outcome: 'duplicate', messageId: '' },
		]);
		expect((await run()).status).toBe('success');
		expect(opened.sandbox.requests()).toHaveLength(1);
		expect(google.rows()).toEqual(written);
	});

	test('a row that was sent is not sent again where its outcome is emptied, and keeps its id', async () => {
		google.add([{ phone: '09120000082', text: 'Your order 4 is ready.' }]);
		await run();
		const [message] = opened.sandbox.messages();
		google.empty('outcome');
		await run();
		expect(texts()).toEqual(['Your order 4 is ready.']);
		expect(google.rows()).toMatchObject([{ outcome: 'duplicate', messageId: message?.id }]);
	});

	test('what Google refuses for a moment is written all the same', async () => {
		google.add([{ phone: '09120000091', text: 'Your order 11 is ready.' }]);
		google.refuseWriting(1);
		expect((await run()).status).toBe('success');
		expect(outcomes()).toEqual(['accepted']);
		expect(opened.sandbox.requests()).toHaveLength(1);
	});

	test('nobody gets it twice where the sheet could not be written to', async () => {
		await put({ nodes: example.nodes.map(filledIn).map(withoutPatience) });
		google.add([{ phone: '09120000086', text: 'Your order 6 is ready.' }]);
		google.refuseWriting(1);
		expect((await run()).status).toBe('error');
		expect(outcomes()).toEqual(['']);
		expect((await run()).status).toBe('success');
		expect(outcomes()).toEqual(['duplicate']);
		expect(texts()).toEqual(['Your order 6 is ready.']);
	});

	test('rows that are added start it, and the sheet is read once for all of them', async () => {
		await put({ nodes: example.nodes.map(filledIn).map(without(SCHEDULE)) });
		google.add([{ phone: '09120000087' }]);
		await publish(server, example.id);
		google.add([
			{ phone: '09120000088', text: 'Your order 8 is ready.' },
			{ phone: '09120000089', text: 'Your order 9 is ready.' },
		]);
		await come(() => outcomes().slice(1).every(Boolean));
		await unpublish(server, example.id);
		expect(texts()).toEqual(['Your order 8 is ready.', 'Your order 9 is ready.']);
		expect(outcomes()).toEqual(['', 'accepted', 'accepted']);
		const [{ id = '' } = {}] = await executionsOf(server, example.id);
		expect(itemsOf(await endedRun(server, id), READ)).toHaveLength(3);
	});

	test('the schedule starts it', async () => {
		google.add([{ phone: '09120000090', text: 'Your order 10 is ready.' }]);
		await put({ nodes: example.nodes.map(filledIn).map(without(ADDED)).map(often) });
		await publish(server, example.id);
		await come(() => outcomes().every(Boolean));
		await unpublish(server, example.id);
		expect(texts()).toEqual(['Your order 10 is ready.']);
		expect(outcomes()).toEqual(['accepted']);
	});
});

describe('with the nodes of the sheet pinned, as in the editor', () => {
	const pinned = (rows: SheetRow[]) => ({
		[ADDED]: rows.map((json) => ({ json })),
		[READ]: rows.map((json, index) => ({ json: { row_number: index + 2, ...json } })),
		[WRITE]: [{ json: {} }],
	});
	/** What would be written, in the order in which it comes to the last node. */
	const reaches = (execution: Execution) =>
		['What was sent', 'What failed'].flatMap((node) =>
			itemsOf(execution, node).map(({ json }) => json),
		);

	test.each([
		[MANUAL, 'Tuesday'],
		[ADDED, 'Friday'],
	])('what would be written, and nobody twice: %s', async (trigger, day) => {
		await put({ nodes: example.nodes, pinData: pinned(rowsOn(day)) });
		const execution = await run(trigger);
		expect(execution.status).toBe('success');
		const [first, second] = opened.sandbox.messages();
		expect(texts()).toEqual(sentOn(day));
		const sent = { sentAt: TIME, problem: '' };
		expect(reaches(execution)).toEqual([
			{ row_number: 2, outcome: 'accepted', messageId: first?.id, ...sent },
			{ row_number: 7, outcome: 'accepted', messageId: second?.id, ...sent },
			{ row_number: 8, outcome: 'duplicate', messageId: null, ...sent },
			{ row_number: 3, outcome: 'rejected', sentAt: TIME, problem: WRONG },
		]);
		expect(execution.data.resultData.runData[WRITE]).toHaveLength(2);
		expect(google.requests()).toEqual([]);

		// As if nothing had been written.
		const again = reaches(await run(trigger));
		expect(again.map(({ row_number, outcome }) => [row_number, outcome])).toEqual([
			[2, 'duplicate'],
			[7, 'duplicate'],
			[8, 'duplicate'],
			[3, 'rejected'],
		]);
		expect(opened.sandbox.requests()).toHaveLength(1);
	});
});
