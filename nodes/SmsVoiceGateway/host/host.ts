import type { IExecuteFunctions, IExecuteSingleFunctions, INode } from 'n8n-workflow';

/** What n8n gives an operation: over all items, or for one of them. */
export type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** How n8n runs the node. */
export interface Host {
	/** The node as n8n runs it. n8n copies it whole each time it is asked. */
	node: INode;
	/** Whether the node is the tool that n8n makes of it: told by its type's name, as n8n's own condition `@tool` does. */
	isTool: boolean;
	/** Whether that tool is the human review: it stands between an agent and the agent's tools. */
	isReview: boolean;
	/** Whether a person tries that tool by itself, with *Execute step* in the editor (n8n-core 2.41, rewireGraph). */
	isTried: boolean;
	/** Whether n8n's engine runs the node; older agents and triggers call a tool themselves, on their own execute data. */
	isRunByEngine: boolean;
	/** Whether a failure comes out as an item; otherwise it ends the run. */
	continueOnFail: boolean;
	/** Whether n8n copies failed items to the error output; of a node without a source it passes the items on themselves. */
	hasErrorOutput: boolean;
}

/** A cache, for as long as n8n keeps the context. */
const hosts = new WeakMap<Context, Host>();

/** How n8n runs the node of a context. */
export function hostOf(context: Context): Host {
	let host = hosts.get(context);
	if (host === undefined) hosts.set(context, (host = findOut(context)));
	return host;
}

function findOut(context: Context): Host {
	const node = context.getNode();
	const { node: running, source } = context.getExecuteData();
	const isTool = node.type.endsWith('Tool');
	const isReview = node.type.endsWith('HitlTool');
	const isRunByEngine = running.name === node.name;
	// The engine and the MCP Server Trigger pass on what a called tool throws; to an agent's model it is an empty answer
	// (LangChain's AgentExecutor, n8n 2.40).
	const hearsErrors = !isTool || isRunByEngine || running.type.endsWith('.mcpTrigger');
	// Of an error that a review throws, n8n tells the model that the user has declined.
	const isAnswer = isReview && node.onError !== 'stopWorkflow';
	return {
		node,
		isTool,
		isReview,
		isTried: running.type.endsWith('.toolExecutor'),
		isRunByEngine,
		continueOnFail: context.continueOnFail() || !hearsErrors || isAnswer,
		hasErrorOutput: node.onError === 'continueErrorOutput' && source !== null,
	};
}
