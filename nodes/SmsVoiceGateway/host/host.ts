import type {
	IExecuteData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	IRunExecutionData,
} from 'n8n-workflow';

/** What n8n gives an operation: over all items, or for one of them. */
export type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** Whether n8n's routing hands items over one by one; else the operation is given all of them. */
export const isOneByOne = (context: Context): context is IExecuteSingleFunctions =>
	'getItemIndex' in context;

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
	const call = callOf(context, node.name, runIndex);
	const { itemIndex, parentNodeName } = (call?.metadata ?? {}) as {
		itemIndex?: number;
		parentNodeName?: string;
	};
	return parentNodeName === undefined ? itemIndex : call?.id;
}

/** The agent's call that a run of a tool is, from what n8n keeps to resume the agent with; it is in no type of a context. */
function callOf(context: object, name: string, round: number | undefined) {
	const { runExecutionData } = context as { runExecutionData?: Partial<IRunExecutionData> };
	return (runExecutionData?.executionData?.nodeExecutionStack ?? [])
		.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? [])
		.find(({ nodeName, runIndex }) => nodeName === name && runIndex === round)?.action;
}

/** What n8n's contexts have of their execution, and sign an address with; it is in no type (n8n-core 2.41). */
const additionalDataOf = (context: object) =>
	(context as { additionalData: { webhookWaitingBaseUrl: string; executionId?: string } })
		.additionalData;

/** An address of the node as n8n signs it, were its execution another one or its base another. */
function signedAddress(
	context: IExecuteFunctions,
	instead: Partial<ReturnType<typeof additionalDataOf>>,
	query: Record<string, string> = {},
): URL {
	const additionalData = { ...additionalDataOf(context), ...instead };
	const other = Object.create(context, {
		additionalData: { value: additionalData },
	}) as IExecuteFunctions;
	return new URL(other.getSignedResumeUrl(query));
}

/** What stands in a path before n8n's own `/<webhook-waiting>/<execution>/<node>`: that of WEBHOOK_URL. */
const PREFIX = /^(.+?)(?:\/[^/]+){3}$/;

/**
 * The signed link of the execution. n8n signs the path with the prefix of WEBHOOK_URL, but checks the path that reaches it,
 * from which the proxy has taken the prefix: no such link works. So the path is signed as it reaches n8n (n8n-core 2.41,
 * getSignedResumeUrl; n8n, WaitingWebhooks.validateSignature).
 */
export function signedLink(context: IExecuteFunctions, query: Record<string, string>): string {
	const link = new URL(context.getSignedResumeUrl(query));
	const [, prefix] = PREFIX.exec(link.pathname) ?? [];
	if (prefix === undefined) return link.href;
	const base = new URL(additionalDataOf(context).webhookWaitingBaseUrl);
	base.pathname = base.pathname.slice(prefix.length);
	const signed = signedAddress(context, { webhookWaitingBaseUrl: base.href }, query);
	signed.pathname = `${prefix}${signed.pathname}`;
	return signed.href;
}

/**
 * A secret that all processes of an n8n share and nobody sees: its signature of an address that no run has. The id of an
 * n8n is none: it stands in every workflow that is exported.
 */
export function secretOf(context: IExecuteFunctions): string {
	return signedAddress(context, { webhookWaitingBaseUrl: 'http://n8n', executionId: 'none' })
		.search;
}

/** Which run of the node in this execution it is, as in the rounds of a loop: from 0. */
export const roundOf = (context: IExecuteFunctions): number =>
	Number(context.evaluateExpression('{{ $runIndex }}', 0));

/** A call of a tool, as it runs once a review has approved it. */
interface ReviewedTool {
	toolName: string;
	originalInput: unknown;
}

/**
 * The call that a review is about, from where n8n takes it when it runs the tool, and no model writes. It is in no type of a
 * context (n8n-core 2.41, requests-response); undefined where n8n keeps it elsewhere.
 */
export function reviewedTool(context: IExecuteFunctions): ReviewedTool | undefined {
	const asked = callOf(context, hostOf(context).node.name, roundOf(context));
	return (asked?.metadata as { hitl?: ReviewedTool } | undefined)?.hitl;
}
