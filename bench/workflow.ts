import type { Workflow } from '../host/workflows.ts';
import { TRIGGER } from '../test/e2e/rest-run.ts';
import { nodeOf, type Case } from './cases.ts';
import type { RemoteSandbox } from './sandbox.ts';

/** The node whose time is taken. */
export const MEASURED = 'Measured';

export const workflowId = ({ id, parallel = 1 }: Case, rows: number): string =>
	`${id}-${parallel}-${rows}`;

/** Manual Trigger → Read/Write Files from Disk → Extract From File → the node of the case. */
export function workflowOf(
	one: Case,
	rows: number,
	csvFile: string,
	sandbox: RemoteSandbox,
): Workflow {
	const id = workflowId(one, rows);
	const nodes = [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Read the file',
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1.1,
			parameters: { fileSelector: csvFile, options: {} },
		},
		{
			name: 'Rows',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1.1,
			parameters: { operation: 'csv', options: {} },
		},
		{ name: MEASURED, ...nodeOf(one, sandbox) },
	].map((node) => ({ id: node.name, position: [0, 0], ...node }));
	const links = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]?.name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return {
		id,
		name: id,
		nodes,
		connections: Object.fromEntries(links),
		active: false,
		settings: { executionOrder: 'v1' },
		pinData: {},
	};
}
