import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, Workflow } from 'n8n-workflow';
import type { INodeType } from 'n8n-workflow';
import {
	executionOf,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	nodeTypesOf,
	startEngine,
	stopEngine,
} from '../stage/index.ts';

import { inputsOf } from '../../../nodes/SmsVoiceGateway/reading/inputs.ts';

/** Names of earlier nodes, as users choose them; the last one has not run. */
export const NODES = ['Rows', "Ann's sheet", 'The "best" مشتری', 'a}b', 'Unrun'];

/** What each earlier node has given: a first and a last item. */
const EARLIER: IDataObject[] = [
	{ a: 'first', n: 0, none: null, list: [{ 'c d': true }], at: new Date(0) as never },
	{ a: 'last', n: -0, 'c d': 'x', deep: { a: '' } },
];

/** Judges with n8n's own getNodeParameter, of a node that runs after NODES on given rows. */
export class Judge {
	private readonly node: INode = this.nodeOf('Reader');

	private readonly workflow = new Workflow({
		id: 'test',
		name: 'test',
		active: false,
		settings: { timezone: 'Asia/Tehran' },
		nodes: [...NODES.map((name) => this.nodeOf(name)), this.node],
		connections: Object.fromEntries(
			NODES.map((name, index) => {
				const next = {
					node: NODES[index + 1] ?? 'Reader',
					type: NodeConnectionTypes.Main,
					index: 0,
				};
				return [name, { main: [[next]] }];
			}),
		),
		nodeTypes: nodeTypesOf({
			reader: {
				description: {
					displayName: 'Reader',
					name: 'reader',
					group: ['transform'],
					version: 1,
					description: 'Reads a parameter',
					defaults: { name: 'Reader' },
					inputs: [NodeConnectionTypes.Main],
					outputs: [NodeConnectionTypes.Main],
					properties: [{ displayName: 'Value', name: 'value', type: 'string', default: '' }],
				},
			} satisfies INodeType,
		}),
	});

	private readonly runData = Object.fromEntries(
		NODES.slice(0, -1).map((name) => [
			name,
			[
				{
					startTime: 0,
					executionTime: 0,
					executionIndex: 0,
					source: [],
					data: { main: [EARLIER.map((json) => ({ json }))] },
				},
			],
		]),
	);

	async start(engine: 'vm' | 'legacy'): Promise<void> {
		await startEngine(engine);
		await this.workflow.expression.acquireIsolate();
	}

	async stop(): Promise<void> {
		await this.workflow.expression.releaseIsolate();
		await stopEngine();
	}

	/** What rows give for a raw parameter value that are read without n8n's engine, each held against what that gives. */
	read(raw: unknown, rows: object[]): unknown[] {
		this.node.parameters = { value: raw as string };
		const items = rows.map((json): INodeExecutionData => ({ json: json as IDataObject }));
		const data = createRunExecutionData({ resultData: { runData: this.runData } });
		const input = { main: [items] };
		const execution = { node: this.node, data: input, source: null };
		const context = new ExecuteContext(
			this.workflow,
			this.node,
			executionOf(),
			'manual',
			data,
			0,
			items,
			input,
			execution,
			[],
		);
		let isAsked = false;
		const counting = Object.create(context, {
			getNodeParameter: {
				value: (name: string, item: number, fallback: unknown) => {
					isAsked = true;
					return context.getNodeParameter(name, item, fallback);
				},
			},
		}) as ExecuteContext;
		const { valueFor } = inputsOf(counting).template('value');
		const { readFor } = inputsOf(counting).template('value');
		return rows.flatMap((json, item) =>
			[valueFor, (one: number) => readFor(one).value].flatMap((read) => {
				isAsked = false;
				const value = outcomeOf(() => read(item));
				if (isAsked) return [];
				const own = outcomeOf(() => context.getNodeParameter('value', item));
				if (Object.is(own, value)) return [value];
				throw new Error(
					`${JSON.stringify(raw)} on ${fc.stringify(json)} gave ${fc.stringify(value)}, n8n gives ${fc.stringify(own)}`,
				);
			}),
		);
	}

	private nodeOf(name: string): INode {
		return { id: name, name, type: 'reader', typeVersion: 1, position: [0, 0], parameters: {} };
	}
}

const outcomeOf = (work: () => unknown): unknown => {
	try {
		return work();
	} catch (error) {
		return { error };
	}
};
