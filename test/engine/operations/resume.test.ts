import { expect, test } from '@jest/globals';
import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	IRunExecutionData,
} from 'n8n-workflow';

import { executionOf, nodeTypesOf } from '../stage/engine.ts';

/** Puts the execution to sleep whenever n8n runs it, as n8n's Wait node does. */
class Sleeper implements INodeType {
	runs = 0;

	description = {
		displayName: 'Sleeper',
		name: 'sleeper',
		group: ['transform' as const],
		version: 1,
		description: 'Sleeps',
		defaults: { name: 'Sleeper' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	// An arrow function would have no `this` of n8n's.
	execute = ((sleeper) =>
		async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			sleeper.runs++;
			await this.putExecutionToWait(new Date(Date.now() + 120_000));
			return [[{ json: { known: sleeper.runs } }]];
		})(this as Sleeper);
}

/**
 * Why 'Wait Until Final' waits within the run, and has a bound: were this test to fail, it could sleep.
 * n8n-core, WorkflowExecute.handleWaitingState.
 */
test('n8n never runs a node again that put the execution to sleep, and drops what it gave out', async () => {
	const sleeper = new Sleeper();
	const workflow = new Workflow({
		id: 'test',
		name: 'test',
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [
			{
				id: '1',
				name: 'Sleeper',
				type: 'sleeper',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
		],
		connections: {},
		nodeTypes: nodeTypesOf({ sleeper }),
	});
	const execute = (data: IRunExecutionData) => new WorkflowExecute(executionOf(), 'manual', data);

	const asleep = await execute(createRunExecutionData()).run({
		workflow,
		startNode: workflow.getNode('Sleeper') ?? undefined,
	});
	expect([asleep.status, sleeper.runs]).toEqual(['waiting', 1]);
	// As n8n stores it.
	const stored = JSON.parse(JSON.stringify(asleep.data)) as IRunExecutionData;
	const awake = await execute(stored).processRunExecutionData(workflow);
	const [ran] = awake.data.resultData.runData.Sleeper ?? [];
	expect([awake.status, sleeper.runs]).toEqual(['success', 1]);
	expect(ran?.data?.main?.[0]?.map(({ json }) => json)).toEqual([{}]);
});
