import type {
	IExecuteData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	IRunExecutionData,
} from 'n8n-workflow';

/** What n8n gives an operation: over all items, or for one of them. */
export type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** A cache, for as long as n8n keeps the context. */
const nodes = new WeakMap<Context, INode>();

/** The node as n8n runs it. n8n copies it whole each time it is asked, and it is asked for every option. */
export function nodeOf(context: Context): INode {
	const node = nodes.get(context) ?? context.getNode();
	nodes.set(context, node);
	return node;
}

/** Whether the node is the tool that n8n makes of it: told by its type's name, as n8n's own condition `@tool` does. */
export function isTool(context: Context): boolean {
	return nodeOf(context).type.endsWith('Tool');
}

/** Whether the node is the human review that n8n makes of it: it stands between an agent and the agent's tools. */
export function isReview(context: Context): boolean {
	return nodeOf(context).type.endsWith('HitlTool');
}

/** Whether n8n's engine runs the node; older agents and triggers call a tool themselves, on their own execute data. */
export function isRunByEngine(context: Context): boolean {
	return context.getExecuteData().node.name === nodeOf(context).name;
}

/**
 * Whether whoever called a tool passes on what it throws. The engine and the MCP Server Trigger do; to an agent's
 * model, an error that a called tool throws is an empty answer (LangChain's AgentExecutor, n8n 2.40).
 */
export function hearsErrors(context: Context): boolean {
	if (!isTool(context) || isRunByEngine(context)) return true;
	return context.getExecuteData().node.type.endsWith('.mcpTrigger');
}

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
	const { name } = nodeOf(context);
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
