import { expect, test } from '@jest/globals';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	NodeOperationError,
	Workflow,
} from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import type { Outcome } from '../../../nodes/SmsVoiceGateway/engine/row/outcome.ts';
import { countOutcomes } from '../../../nodes/SmsVoiceGateway/engine/finish/countOutcomes.ts';

// Every failed try would be a line on the console.
process.env.N8N_LOG_LEVEL ??= 'silent';

const rowsOf = (...outcomes: Outcome[]) => outcomes.map((outcome) => ({ result: { outcome } }));

type Step = (this: IExecuteFunctions) => void;

/** A node that does in each of its tries what the next step says, and succeeds where that does not throw. */
class Steps implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Steps',
		name: 'steps',
		group: ['transform'],
		version: 1,
		description: 'Steps',
		defaults: { name: 'Steps' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	readonly steps: Step[];

	constructor(steps: Step[]) {
		this.steps = steps;
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const type = types[this.getNode().type] as Steps;
		type.steps.shift()?.call(this);
		return [this.getInputData()];
	}
}

let types: Record<string, INodeType> = {};

/** Runs nodes one after the other on n8n's engine, and gives what the execution has in its custom data. */
async function runNodes(...nodes: Step[][]): Promise<Record<string, string> | undefined> {
	types = Object.fromEntries(nodes.map((steps, index) => [`steps${index}`, new Steps(steps)]));
	const names = Object.keys(types);
	const workflow = new Workflow({
		id: 'test',
		name: 'test',
		active: false,
		nodes: names.map((type) => ({
			id: type,
			name: type,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		})),
		connections: Object.fromEntries(
			names
				.slice(1)
				.map((node, index) => [
					names[index],
					{ main: [[{ node, type: NodeConnectionTypes.Main, index: 0 }]] },
				]),
		),
		nodeTypes: {
			getByName: (name) => types[name] as INodeType,
			getByNameAndVersion: (name) => types[name] as INodeType,
			getKnownTypes: () => ({}),
		},
	});
	const additionalData = {
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		variables: {},
		executionId: 'test',
		hooks: new ExecutionLifecycleHooks('manual', 'test', {} as never),
	} as unknown as IWorkflowExecuteAdditionalData;
	const startNode = workflow.getNode('steps0') as INode;
	const { data } = await new WorkflowExecute(
		additionalData,
		'manual',
		createRunExecutionData(),
	).run({ workflow, startNode });
	return data.resultData.metadata;
}

const counting = (...outcomes: Outcome[]): Step =>
	function () {
		countOutcomes(this, rowsOf(...outcomes), this.getExecuteData());
	};

const failing = (...outcomes: Outcome[]): Step =>
	function () {
		countOutcomes(this, rowsOf(...outcomes), this.getExecuteData());
		throw new NodeOperationError(this.getNode(), 'failed');
	};

test('an execution says how many items had each outcome, and nothing of an outcome that no item had', async () => {
	const metadata = await runNodes([counting('rejected', 'accepted', 'accepted', 'dryRun')]);
	expect(metadata).toEqual({ smsVoiceGateway: 'accepted 2, rejected 1, dryRun 1' });
});

test('no name of an outcome is part of another, so that a filter finds what it says', async () => {
	const all: Outcome[] = ['accepted', 'rejected', 'unknown', 'notSent', 'duplicate', 'dryRun'];
	for (const outcome of all) {
		const others = all.filter((one) => one !== outcome);
		const { smsVoiceGateway: text = '' } = (await runNodes([counting(...others)])) ?? {};
		expect(text.split(', ')).toHaveLength(5);
		expect(text.toLowerCase()).not.toContain(outcome.toLowerCase());
	}
});

test('the nodes of an execution are added up', async () => {
	const metadata = await runNodes(
		[counting('accepted', 'unknown')],
		[counting('accepted', 'notSent')],
	);
	expect(metadata).toEqual({ smsVoiceGateway: 'accepted 2, unknown 1, notSent 1' });
});

test('of a node that n8n has run again the last try counts, and the node before it still', async () => {
	const metadata = await runNodes(
		[counting('accepted')],
		[
			failing('accepted', 'rejected', 'notSent'),
			failing('accepted', 'accepted', 'rejected'),
			counting('accepted', 'accepted', 'accepted'),
		],
	);
	expect(metadata).toEqual({ smsVoiceGateway: 'accepted 4' });
});

test('of a node that failed to the end the last try is there', async () => {
	const metadata = await runNodes([
		failing('rejected', 'notSent'),
		failing('rejected', 'notSent'),
		failing('unknown', 'notSent'),
	]);
	expect(metadata).toEqual({ smsVoiceGateway: 'unknown 1, notSent 1' });
});

test('calls that are no tries of one run are added up', async () => {
	const twice: Step = function () {
		countOutcomes(this, rowsOf('accepted'));
		countOutcomes(this, rowsOf('duplicate', 'accepted'));
	};
	expect(await runNodes([twice])).toEqual({ smsVoiceGateway: 'accepted 2, duplicate 1' });
});

test('where the workflow has filled all ten keys, nothing is counted and nothing fails', async () => {
	const fill: Step = function () {
		for (let index = 0; index < 10; index++) this.customData.set(`key${index}`, 'x');
	};
	const metadata = await runNodes([fill], [counting('accepted')]);
	expect(Object.keys(metadata ?? {})).toEqual(
		Array.from({ length: 10 }, (_, index) => `key${index}`),
	);
});

test('an n8n that has no place for it does not fail a node that has sent', () => {
	const context = {
		getWorkflowDataProxy() {
			throw new Error('not here');
		},
	} as unknown as IExecuteFunctions;
	expect(() => countOutcomes(context, rowsOf('accepted'))).not.toThrow();
});
