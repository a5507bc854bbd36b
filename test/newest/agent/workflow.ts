import {
	gateway,
	type Node,
	ownNode,
	webhookNode,
	type Wire,
	wired,
	type Workflow,
} from '../../e2e/n8n.ts';
import type { Model } from './model.ts';

/** The credential of the model's stand-in. */
export const MODEL_CREDENTIAL = { id: 'modelStandIn0001', name: 'Model', type: 'openAiApi' };

/** That credential with its values. */
export const modelCredential = ({ url, apiKey }: Model) => ({
	...MODEL_CREDENTIAL,
	data: { url, apiKey, header: false },
});

/** A parameter that the model fills in, as the editor writes it. */
export const fromAi = (key: string, says: string): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${says}\`, 'string') }}`;

/** This package's node as a tool; the model knows it by its name. */
export const tool = (name: string, parameters: Record<string, unknown>, more = {}): Node => ({
	...gateway(name, { descriptionType: 'auto', ...parameters }, more),
	type: 'n8n-nodes-sms-voice-gateway.smsVoiceGatewayTool',
});

const destination = fromAi('To', 'The number');
const langchain = '@n8n/n8n-nodes-langchain';
const offered = (name: string, resource: string, operation: string, more = {}): Node =>
	tool(name, { resource, operation, ...more });

/** A text whose number and words the model fills in. */
export const SEND = offered('Send', 'sms', 'send', {
	source: '3000',
	destination,
	message: fromAi('Message', 'The text'),
});

const messageIds = fromAi('Message_IDs', 'The ids');
const fileId = fromAi('File_ID', 'The id of the file');
/** Every operation that is offered as a tool, and what the model fills in. */
export const TOOLS: Node[] = [
	SEND,
	offered('Get_Status', 'sms', 'getStatus', { messageIds }),
	offered('Play_Voice_File', 'call', 'playVoiceFile', { fileId, destination }),
	offered('Send_Code', 'call', 'sendCode', { code: fromAi('Code', 'The code'), destination }),
	offered('Get_Credit', 'report', 'getCredit'),
];

/** As a workflow may hold that was made before bulk was taken from the tool's list. */
export const BULK = tool('Send_Bulk', {
	resource: 'sms',
	operation: 'sendBulk',
	source: '3000',
	message: 'Hello',
	destination: '09121234567',
});

const WHERE = 'in SMS and Voice Gateway';

/** What a model is told of them, by name: the name, what it does, and what is to be filled in. */
export const OFFERED_TOOLS: Array<[name: string, description: string, fields: string[]]> = [
	['Get_Credit', `Get credit report ${WHERE}`, []],
	['Get_Status', `Get SMS status ${WHERE}`, ['Message_IDs']],
	['Play_Voice_File', `Play voice file in call ${WHERE}`, ['To', 'File_ID']],
	['Send', `Send SMS ${WHERE}`, ['To', 'Message']],
	['Send_Code', `Send one-time code by call ${WHERE}`, ['To', 'Code']],
];

/** The model's node. */
const MODEL: Node = {
	...ownNode('Model', 'x', 1.3, {
		model: { mode: 'list', value: 'gpt-4.1-mini' },
		responsesApiEnabled: false,
		options: { maxRetries: 0 },
	}),
	type: `${langchain}.lmChatOpenAi`,
	credentials: { [MODEL_CREDENTIAL.type]: MODEL_CREDENTIAL },
};

/** A published workflow's agent: it gets the rows of a webhook's body, and of each its `script` as the user's words. */
export function agentWorkflow(id: string, version: number, tools: Node[], more = {}): Workflow {
	return withAgent(id, version, tools, more, [
		['Webhook', 'Rows'],
		['Rows', 'Agent'],
	]);
}

/** The same with the agent in a loop: it runs once for each row. */
export function loopWorkflow(id: string, version: number, tools: Node[]): Workflow {
	return withAgent(id, version, tools, {}, [
		['Webhook', 'Rows'],
		['Rows', 'Loop'],
		['Loop', 'Agent', 1],
		['Agent', 'Loop'],
		['Loop', 'End'],
	]);
}

function withAgent(
	id: string,
	version: number,
	tools: Node[],
	more: Record<string, unknown>,
	wires: Wire[],
): Workflow {
	const nodes = [
		webhookNode('Webhook', id, { responseMode: 'lastNode', responseData: 'allEntries' }),
		ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
		{
			...ownNode('Agent', 'x', version, {
				promptType: 'define',
				text: '={{ $json.script }}',
				options: {},
			}),
			type: `${langchain}.agent`,
			...more,
		},
		ownNode('Loop', 'splitInBatches', 3, { batchSize: 1, options: {} }),
		ownNode('End', 'noOp', 1),
	].filter(({ name }) => wires.some((wire) => wire.includes(name)));
	return withTools(wired(id, [...nodes, MODEL], wires), 'Agent', tools, {
		Model: 'ai_languageModel',
	});
}

/** This package's node as a human review, with the message that n8n's editor gives it. */
export const review = (
	name: string,
	parameters: Record<string, unknown> = {},
	more = {},
): Node => ({
	...gateway(
		name,
		{
			resource: 'sms',
			operation: 'sendAndWait',
			source: '3000',
			destination: '09120000001',
			message: REVIEW_MESSAGE,
			responseType: 'approval',
			approvalOptions: { values: { approvalType: 'double' } },
			options: {},
			...parameters,
		},
		more,
	),
	type: 'n8n-nodes-sms-voice-gateway.smsVoiceGatewayHitlTool',
});

/** n8n's default for 'Message' of a human review. */
export const REVIEW_MESSAGE =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

/** An agent with these tools, which runs on while its webhook has answered, and tools behind some of them. */
export function reviewWorkflow(
	id: string,
	version: number,
	tools: Node[],
	behind: Record<string, Node[]> = {},
): Workflow {
	const workflow = Object.entries(behind).reduce(
		(made, [name, gated]) => withTools(made, name, gated),
		agentWorkflow(id, version, tools),
	);
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Webhook' ? webhookNode('Webhook', id) : node,
	);
	return { ...workflow, nodes };
}

/** A workflow with tools on one of its nodes, and with other sub-nodes that it has already. */
export function withTools(
	workflow: Workflow,
	node: string,
	tools: Node[],
	others: Record<string, string> = {},
): Workflow {
	const types = { ...others, ...Object.fromEntries(tools.map(({ name }) => [name, 'ai_tool'])) };
	const subNodes = Object.entries(types).map(([name, type]) => [
		name,
		{ [type]: [[{ node, type, index: 0 }]] },
	]);
	return {
		...workflow,
		nodes: [...workflow.nodes, ...tools],
		connections: {
			...(workflow.connections as Record<string, unknown>),
			...Object.fromEntries(subNodes),
		},
	};
}
