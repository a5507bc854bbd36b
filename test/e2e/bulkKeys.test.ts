import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { come } from '../../host/found.ts';
import { itemsOf, type Execution } from '../../host/runs.ts';
import type { Server } from '../../host/server.ts';
import { gateway, workflowOf, type Node } from './built.ts';
import { execute, open, type Opened } from './opened.ts';
import { endedRun, startRun } from './rest-run.ts';

const BULK = '/webservice/v2rest/p2psendsms';
const NODE = 'Send SMS';
const ROWS = Array.from({ length: 10 }, (_, row) => ({
	order: `A-${row}`,
	to: `0912000000${row}`,
}));
/** Rows to other numbers. */
const OTHERS = ROWS.map(({ order, to }) => ({ order, to: to.replace('0912', '0913') }));

const bulk = (options: Record<string, unknown>) =>
	gateway(
		NODE,
		{
			resource: 'sms',
			operation: 'sendBulk',
			messagesFrom: 'inputItems',
			source: '3000',
			destination: '={{ $json.to }}',
			message: '=Order {{ $json.order }}',
			options: { speed: { values: { batchSize: 2 } }, ...options },
		},
		{ onError: 'continueRegularOutput' },
	);
const KEYED = { sendOnce: { values: { by: 'key', key: '={{ $json.order }}' } } };

/** The rows from nodes: a run from the command line has no pinned data. */
const ROWS_AS_NODES: Node[] = [
	{
		id: 'List',
		name: 'List',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [0, 0],
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows: ROWS }), options: {} },
	},
	{
		id: 'Rows',
		name: 'Rows',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		position: [0, 0],
		parameters: { fieldToSplitOut: 'rows', options: {} },
	},
];

let opened: Opened;
let server: Server;

beforeAll(async () => {
	opened = await open();
	await opened.host.importWorkflows([
		workflowOf('keysInTurn', ROWS, [bulk(KEYED)]),
		workflowOf('keysAtOnce', ROWS, [bulk(KEYED)]),
		workflowOf('keysTwoApart', [{}], [...ROWS_AS_NODES, bulk(KEYED)]),
		workflowOf('keysKilled', ROWS, [bulk(KEYED)]),
		workflowOf('noKeysKilled', OTHERS, [bulk({})]),
	]);
	server = await opened.host.serve();
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
});

beforeEach(() => opened.sandbox.reset());

const sentTo = (to: string) =>
	opened.sandbox.messages().filter(({ destination }) => destination === to).length;
const sent = (rows = ROWS) => rows.map(({ to }) => sentTo(to));

/** What the node said of each row. */
const outcomes = (execution: Execution): string[] =>
	itemsOf(execution, NODE).map(({ json }) => {
		const { outcome } = (json.details ?? json) as { outcome?: unknown };
		return String(outcome);
	});
const run = async (id: string) => outcomes(await endedRun(server, await startRun(server, id)));

test('in the next execution an accepted key is a duplicate, one that may have been stays unknown, a rejected one is sent', async () => {
	opened.sandbox.setFaults([
		{ match: { destination: '09120000002' }, fault: { kind: 'refuse', code: 1002, message: 'no' } },
		{ match: { destination: '09120000004' }, fault: { kind: 'drop', when: 'after' } },
		{ match: { destination: '09120000006' }, fault: { kind: 'drop', when: 'before' } },
	]);
	const [a, r, u, d] = ['accepted', 'rejected', 'unknown', 'duplicate'];
	expect(await run('keysInTurn')).toEqual([a, a, r, r, u, u, u, u, a, a]);
	expect(sent()).toEqual([1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
	opened.sandbox.setFaults([]);
	expect(await run('keysInTurn')).toEqual([d, d, a, a, u, u, u, u, d, d]);
	expect(sent()).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 1, 1]);
	expect(await run('keysInTurn')).toEqual([d, d, d, d, u, u, u, u, d, d]);
});

test('two executions at the same moment in one n8n send each key once', async () => {
	opened.sandbox.setFaults([{ match: { path: BULK }, fault: { kind: 'delay', ms: 200 } }]);
	const both = await Promise.all([run('keysAtOnce'), run('keysAtOnce')]);
	expect(sent()).toEqual(ROWS.map(() => 1));
	ROWS.forEach((_, row) => {
		expect(both.map((said) => said[row]).sort()).toEqual(['accepted', 'duplicate']);
	});
});

test('two n8n processes at the same moment send each key once', async () => {
	opened.sandbox.setFaults([{ match: { path: BULK }, fault: { kind: 'delay', ms: 500 } }]);
	const apart = execute(opened.host, 'keysTwoApart');
	let isOver = false;
	void apart.finally(() => (isOver = true)).catch(() => undefined);
	// It takes seconds to start: so the two are at it at the same time.
	await come(() => isOver || opened.sandbox.requests().length > 0);
	const own = await endedRun(server, await startRun(server, 'keysTwoApart'));
	const { execution } = await apart;
	if (execution === undefined) throw new Error('no execution');
	const said = [own, execution].map((one) => {
		// Where a row failed, its words say why.
		expect(itemsOf(one, NODE).flatMap(({ json }) => json.error ?? [])).toEqual([]);
		return outcomes(one);
	});
	ROWS.forEach((_, row) => {
		expect(said.map((rows) => rows[row]).sort()).toEqual(['accepted', 'duplicate']);
	});
	expect(sent()).toEqual(ROWS.map(() => 1));
	opened.sandbox.reset();
	expect(await run('keysTwoApart')).toEqual(ROWS.map(() => 'duplicate'));
	expect(opened.sandbox.requests()).toEqual([]);
});

test('after n8n was killed in the middle of a bulk no row with a unique key is sent twice, and one without is', async () => {
	const third = ['09120000004', '09130000004'];
	// So long that both bulks are at their third request, also on a busy machine.
	opened.sandbox.setFaults(
		third.map((destination) => ({ match: { destination }, fault: { kind: 'delay', ms: 5000 } })),
	);
	await Promise.all([startRun(server, 'keysKilled'), startRun(server, 'noKeysKilled')]);
	await come(() => opened.sandbox.requests().length >= 6);
	await server.kill();
	// What was asked is carried out although nobody waits for the answer any more.
	await come(() => third.every((destination) => sentTo(destination) > 0));
	opened.sandbox.setFaults([]);
	server = await opened.host.serve();

	const said = await run('keysKilled');
	expect(said.slice(0, 2)).toEqual(['duplicate', 'duplicate']);
	// What was claimed with the request on its way.
	expect(said.slice(4, 6)).toEqual(['unknown', 'unknown']);
	// How many requests were claimed together is the machine's: neighbours, and each of the others is sent once.
	expect(said.join()).toMatch(/^(duplicate,)+(unknown,?)+(accepted,?)*$/);
	said.forEach((outcome, row) => {
		expect(outcome === 'unknown' ? [0, 1] : [1]).toContain(sent()[row]);
	});

	expect(await run('noKeysKilled')).toEqual(OTHERS.map(() => 'accepted'));
	expect(sent(OTHERS)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 1]);
});
