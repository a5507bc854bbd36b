import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { come } from '../../host/found.ts';
import type { Server } from '../../host/server.ts';
import { gateway, ownNode, wired, workflowOf } from './built.ts';
import { open, type Opened } from './opened.ts';
import { endedRun, startRun, TRIGGER } from './rest-run.ts';
import { AFTER, ASK, cameOut, newestLink, question, submitted, waitingRun } from './waiting.ts';

// The first run on a machine installs n8n.
jest.setTimeout(30 * 60_000);

const ID = 'branches';
const rows = [{ row: 1 }, { row: 2 }];
const { nodes: triggers, pinData } = workflowOf(ID, rows, []);

/** Both outputs of a node lead to the one that asks: its second run stands ready while the first one waits. */
const workflow = {
	...wired(
		ID,
		[
			...triggers,
			ownNode('Which', 'if', 2.2, {
				conditions: {
					options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
					combinator: 'and',
					conditions: [
						{
							id: 'c1',
							leftValue: '={{ $json.row }}',
							rightValue: 1,
							operator: { type: 'number', operation: 'equals' },
						},
					],
				},
				options: {},
			}),
			gateway(ASK, question({ message: '=Question {{ $json.row }}' })),
			ownNode(AFTER, 'noOp', 1),
		],
		[
			[TRIGGER, 'Which'],
			['Which', ASK],
			['Which', ASK, 1],
			[ASK, AFTER],
		],
	),
	pinData,
};

let n8n: Opened;
let server: Server;

beforeAll(async () => {
	n8n = await open();
	await n8n.host.importWorkflows([workflow]);
	server = await n8n.host.serve();
});

afterAll(async () => {
	await (n8n as Opened | undefined)?.close();
});

test('of two branches that ask, each has its question and its answer', async () => {
	const execution = await startRun(server, ID);
	const texts = () => n8n.sandbox.messages().map(({ message = '' }) => message.split('\n')[0]);
	const links: string[] = [];
	for (const row of [1, 2]) {
		// An end without the question would be shown by the run.
		await come(async () => {
			if (texts().length >= row) return true;
			await waitingRun(server, execution);
			return false;
		});
		await waitingRun(server, execution);
		const link = newestLink(n8n.sandbox);
		for (const old of links) expect((await submitted(old, { answer: 'approve' })).status).toBe(410);
		links.push(link);
		await submitted(link, { answer: 'approve' });
	}
	const ended = await endedRun(server, execution);
	expect(texts().sort()).toEqual(['Question 1', 'Question 2']);
	expect(cameOut(ended)).toMatchObject([{ json: { data: { approved: true }, ended: 'answered' } }]);
	const outputs = (ended.data.resultData.runData[ASK] ?? []).map(({ data }) => data?.main?.[0]);
	expect(outputs).toMatchObject(
		rows.map((_, index) => [{ json: { data: { approved: true }, asked: { number: index + 1 } } }]),
	);
});
