import { SANDBOX_CREDENTIAL, type Workflow } from '../../host/workflows.ts';
import { TRIGGER } from './rest-run.ts';

export type Node = Workflow['nodes'][number];

/** A node of this package's, with the sandbox's credential. */
export function gateway(name: string, parameters: Record<string, unknown>, more = {}): Node {
	return {
		id: name,
		name,
		type: 'n8n-nodes-sms-voice-gateway.smsVoiceGateway',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [SANDBOX_CREDENTIAL.type]: SANDBOX_CREDENTIAL },
		...more,
	};
}

/** A text to each row's number. */
export const textNode = (name: string, fields = {}, more = {}): Node =>
	gateway(
		name,
		{
			resource: 'sms',
			operation: 'send',
			source: '3000',
			options: {},
			destination: '={{ $json.to }}',
			message: '={{ $json.text }}',
			...fields,
		},
		more,
	);

/** The same of all rows in one request. */
export const bulkNode = (name: string, fields = {}, more = {}): Node =>
	textNode(name, { operation: 'sendBulk', ...fields }, more);

/** A call to each row's number. */
export const callNode = (name: string, fields = {}, more = {}): Node =>
	gateway(
		name,
		{
			resource: 'call',
			operation: 'playVoiceFile',
			fileId: '77',
			options: {},
			destination: '={{ $json.to }}',
			...fields,
		},
		more,
	);

/** A workflow whose manual trigger gives the rows, with the nodes one after the other. */
export function workflowOf(
	id: string,
	rows: Array<Record<string, unknown>>,
	nodes: Node[],
	settings: Record<string, unknown> = {},
): Workflow {
	const all = [ownNode(TRIGGER, 'manualTrigger', 1), ...nodes];
	const connections = Object.fromEntries(
		nodes.map(({ name }, index) => [
			all[index]?.name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]),
	);
	return {
		id,
		name: id,
		nodes: all,
		connections,
		active: false,
		settings: { executionOrder: 'v1', ...settings },
		pinData: { [TRIGGER]: rows.map((json) => ({ json })) },
	};
}

/** A node of n8n's own. */
export function ownNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown> = {},
	more: Record<string, unknown> = {},
): Node {
	const place = { position: [0, 0], typeVersion };
	return { id: name, name, type: `n8n-nodes-base.${type}`, ...place, parameters, ...more };
}

/** From where to where, and from which output to which input where that is not the first. */
export type Wire = [from: string, to: string, output?: number, input?: number];

/** A workflow of these nodes, wired like this. */
export function wired(
	id: string,
	nodes: Node[],
	wires: Wire[],
	settings: Record<string, unknown> = {},
): Workflow {
	const connections: Record<string, { main: Array<Array<Record<string, unknown>>> }> = {};
	for (const [from, node, output = 0, index = 0] of wires) {
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]?.push({ node, type: 'main', index });
	}
	return { ...workflowOf(id, [], [], settings), nodes, connections, pinData: {} };
}

/** A webhook's node; its production address is `/webhook/<path>`, and a POST's body comes out as `body`. */
export function webhookNode(name: string, path: string, parameters = {}): Node {
	return ownNode(
		name,
		'webhook',
		2.1,
		{ httpMethod: 'POST', path, responseMode: 'onReceived', options: {}, ...parameters },
		{ webhookId: path },
	);
}
