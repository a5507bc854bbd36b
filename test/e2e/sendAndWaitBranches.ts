import { beforeAll, expect, test } from '@jest/globals';

import { come } from '../../host/found.ts';
import { gateway, ownNode, wired, workflowOf } from './built.ts';
import type { Served } from './opened.ts';
import { endedRun, startRun, TRIGGER } from './rest-run.ts';
import { AFTER, ASK, cameOut, newestLink, question, submitted, waitingRun } from './waiting.ts';

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

/** Two branches that lead to one node that asks. */
export function sendAndWaitBranches(served: () => Served): void {
	beforeAll(async () => {
		served().sandbox.reset();
		await served().host.importWorkflows([workflow]);
	});

	test('of two branches that ask, each has its question and its answer', async () => {
		const { server, sandbox } = served();
		const execution = await startRun(server, ID);
		const texts = () => sandbox.messages().map(({ message = '' }) => message.split('\n')[0]);
		const links: string[] = [];
		for (const row of [1, 2]) {
			// An end without the question would be shown by the run.
			await come(async () => {
				if (texts().length >= row) return true;
				await waitingRun(server, execution);
				return false;
			});
			await waitingRun(server, execution);
			const link = newestLink(sandbox);
			for (const old of links)
				expect((await submitted(old, { answer: 'approve' })).status).toBe(410);
			links.push(link);
			await submitted(link, { answer: 'approve' });
		}
		const ended = await endedRun(server, execution);
		expect(texts().sort()).toEqual(['Question 1', 'Question 2']);
		expect(cameOut(ended)).toMatchObject([
			{ json: { data: { approved: true }, ended: 'answered' } },
		]);
		const outputs = (ended.data.resultData.runData[ASK] ?? []).map(({ data }) => data?.main?.[0]);
		expect(outputs).toMatchObject(
			rows.map((_, index) => [
				{ json: { data: { approved: true }, asked: { number: index + 1 } } },
			]),
		);
	});
}
