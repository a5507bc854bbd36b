import {
	endedRun,
	executionsOf,
	http,
	type Node,
	ownNode,
	type Served,
	type StoredExecution,
	webhookNode,
	type Wire,
	wired,
	type Workflow,
} from '../../e2e/n8n.ts';

export interface Recipient {
	to: string;
	text: string;
}

/** Rows with a number and a text of their own. */
export const recipients = (count: number): Recipient[] =>
	Array.from({ length: count }, (_, row) => ({ to: `0912100000${row}`, text: `Hello ${row}` }));

/** Beside what came in, which row n8n pairs it with. */
export const pairing = (name: string): Node =>
	ownNode(name, 'set', 3.4, {
		includeOtherFields: true,
		assignments: {
			assignments: [
				{ id: name, name: 'row', type: 'string', value: "={{ $('Rows').item.json.to }}" },
			],
		},
		options: {},
	});

/**
 * A workflow whose webhook, named like its id, gives a call's `rows` to what is wired to `Rows`, and answers with all
 * items of the node that runs last.
 */
export function hooked(
	id: string,
	nodes: Node[],
	wires: Wire[],
	settings: Record<string, unknown> = {},
): Workflow {
	const answers = { responseMode: 'lastNode', responseData: 'allEntries' };
	const trigger = webhookNode('Webhook', id, answers);
	const rows = ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} });
	return wired(id, [trigger, rows, ...nodes], [['Webhook', 'Rows'], ...wires], settings);
}

/** The same, one node after the other. */
export function hookedChain(id: string, nodes: Node[], settings: Record<string, unknown> = {}) {
	const names = ['Rows', ...nodes.map(({ name }) => name)];
	const wires = nodes.map(({ name }, index): Wire => [names[index] ?? '', name]);
	return hooked(id, nodes, wires, settings);
}

/** Calls a workflow's webhook at its production address. */
export async function callHook(
	{ server }: Pick<Served, 'server'>,
	id: string,
	body: unknown,
): Promise<{ status: number; items: Array<Record<string, unknown>>; text: string }> {
	const { status, data: text } = await http.post<string>(`${server.url}/webhook/${id}`, body);
	const parsed: unknown = JSON.parse(text);
	const items = (Array.isArray(parsed) ? parsed : [parsed]) as Array<Record<string, unknown>>;
	return { status, items, text };
}

/** The items that a workflow answers to a call with these rows. */
export async function answerTo(n8n: Pick<Served, 'server'>, id: string, rows: unknown[]) {
	const { status, items, text } = await callHook(n8n, id, { rows });
	if (status !== 200) throw new Error(`${id} answered ${status}: ${text}`);
	return items;
}

/** What was accepted, as number and text. */
export const accepted = ({ sandbox }: Pick<Served, 'sandbox'>): Recipient[] =>
	sandbox.messages().map(({ destination: to, message: text = '' }) => ({ to, text }));

/** A workflow's latest execution, once it has ended. */
export async function latest(
	n8n: Pick<Served, 'server'>,
	workflowId: string,
): Promise<StoredExecution> {
	const [execution] = await executionsOf(n8n.server, workflowId);
	if (execution === undefined) throw new Error(`${workflowId} never ran`);
	return await endedRun(n8n.server, execution.id);
}
