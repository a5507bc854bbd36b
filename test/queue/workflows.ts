import { gateway, type Node, ownNode, webhookNode, wired, type Workflow } from '../e2e/n8n.ts';

/** The node that sends. */
export const NODE = 'Send SMS';

/** Where a bulk goes. */
export const BULK = '/webservice/v2rest/p2psendsms';

/** How many messages one request carries in these workflows. */
export const BATCH = 10;

export interface Row {
	order: string;
	to: string;
}

/** Rows that no other call with another number gives: each with a key and a recipient of its own. */
export const rowsOf = (sheet: number, count: number): Row[] =>
	Array.from({ length: count }, (_, row) => ({
		order: `${sheet}-${row}`,
		to: `0912${String(sheet * 1000 + row).padStart(7, '0')}`,
	}));

/** A workflow that sends a text of its own to every row that its webhook is given. */
export const bulkWorkflow = (
	id: string,
	options: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
	node: Partial<Node> = {},
	beside: Node[] = [],
): Workflow =>
	wired(
		id,
		[
			webhookNode('Start', id),
			ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			gateway(
				NODE,
				{
					resource: 'sms',
					operation: 'sendBulk',
					source: '3000',
					destination: '={{ $json.to }}',
					message: '=Order {{ $json.order }}',
					options: { speed: { values: { batchSize: BATCH } }, ...options },
				},
				node,
			),
			...beside,
		],
		[
			['Start', 'Rows'],
			['Rows', NODE],
		],
		settings,
	);
