import type { IExecuteData, IRunExecutionData } from 'n8n-workflow';

import { hostOf, type Context } from './host';

/**
 * What lives as long as the run that a node belongs to, and the node's place there.
 *
 * That is the node's own run, by its execute data: the same object for all items and all Retry On Fail tries, a
 * new one in every loop iteration and execution. Agents from version 3 on have the engine run a tool, with new
 * execute data for each call: there it is the execution, by its cancel signal, and in it the run and item of
 * the agent (n8n-core 2.40, requests-response). Older agents call a tool with their own execute data, for all
 * their items.
 */
export function scopeOf(context: Context): { scope: object; key: string } {
	const data = context.getExecuteData();
	const { name } = hostOf(context).node;
	const execution = context.getExecutionCancelSignal();
	const agent = data.source?.main?.[0];
	if (!data.node.type.endsWith('Tool') || !agent || !execution) return { scope: data, key: name };
	const { previousNode, previousNodeRun } = agent;
	const item = itemOf(data, context);
	return { scope: execution, key: JSON.stringify([name, previousNode, previousNodeRun, item]) };
}

/**
 * The agent's item that a tool was called for. n8n tells it only in what it keeps to resume the agent with; where
 * that can't be read, all items of the agent count as one, so that nothing is sent twice. Of a tool behind a review n8n
 * tells another item, and runs it once for each of them: there it is the id of the call (n8n-nodes-langchain 2.41,
 * processHitlResponses).
 */
function itemOf({ node, runIndex }: IExecuteData, context: object): number | string | undefined {
	const { runExecutionData } = context as { runExecutionData?: IRunExecutionData };
	const waiting = runExecutionData?.executionData?.nodeExecutionStack ?? [];
	const call = waiting
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.find((action) => action.nodeName === node.name && action.runIndex === runIndex);
	const { itemIndex, parentNodeName } = (call?.action.metadata ?? {}) as {
		itemIndex?: number;
		parentNodeName?: string;
	};
	return parentNodeName === undefined ? itemIndex : call?.action.id;
}
