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

/** A workflow whose manual trigger gives the rows, with the nodes one after the other. */
export function workflowOf(
	id: string,
	rows: Array<Record<string, unknown>>,
	nodes: Node[],
	settings: Record<string, unknown> = {},
): Workflow {
	const trigger = {
		id: TRIGGER,
		name: TRIGGER,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const all = [trigger, ...nodes];
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
