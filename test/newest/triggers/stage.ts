import {
	bulkNode,
	endedRun,
	executionsOf,
	http,
	type Node,
	type Opened,
	ownNode,
	publish,
	type Served,
	type Server,
	type StoredExecution,
	textNode,
	webhookNode,
	type Wire,
	wired,
	type Workflow,
} from '../../e2e/n8n.ts';

/** What the tests of one subject need, and the tests themselves. */
export interface Subject {
	workflows: Workflow[];
	/** The ids of those that are published from the beginning. */
	published: string[];
	tests(stage: () => Stage): void;
}

/** The n8n that all of them run on. */
export interface Stage {
	opened: Opened;
	server: Server;
}

export const SMS = '/webservice/v2rest/sendsms';
export const CALLS = '/v1/call/voice-file';

export interface Recipient {
	to: string;
	text: string;
}

/** Rows with a number and a text of their own. */
export const recipients = (count: number): Recipient[] =>
	Array.from({ length: count }, (_, row) => ({ to: `0912100000${row}`, text: `Hello ${row}` }));

/** A text to each row. */
export const send = (name: string, more = {}, fields = {}): Node => textNode(name, fields, more);

/** A text to all rows in one request. */
export const sendBulk = (name: string, more = {}, fields = {}): Node =>
	bulkNode(name, fields, more);

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
	{ settings = {}, webhook = {} }: { settings?: object; webhook?: object } = {},
): Workflow {
	const trigger = webhookNode('Webhook', id, {
		responseMode: 'lastNode',
		responseData: 'allEntries',
		...webhook,
	});
	const rows = ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} });
	return wired(id, [trigger, rows, ...nodes], [['Webhook', 'Rows'], ...wires], { ...settings });
}

/** The same, one node after the other. */
export function hookedChain(id: string, nodes: Node[], more: Parameters<typeof hooked>[3] = {}) {
	const names = ['Rows', ...nodes.map(({ name }) => name)];
	const wires = nodes.map(({ name }, index): Wire => [names[index] ?? '', name]);
	return hooked(id, nodes, wires, more);
}

/** What a sub-workflow begins with. */
export const calledNode = ownNode('Called', 'executeWorkflowTrigger', 1.1, {
	inputSource: 'passthrough',
});

/** Executes a sub-workflow, and by default waits for it. */
export const executes = (id: string, mode = 'once', waitForSubWorkflow = true, more = {}): Node =>
	ownNode(
		'Execute Workflow',
		'executeWorkflow',
		1.3,
		{
			source: 'database',
			workflowId: { __rl: true, mode: 'id', value: id },
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			mode,
			options: { waitForSubWorkflow },
		},
		more,
	);

/** Calls a workflow's webhook at its production address. */
export async function callHook(
	{ server }: Pick<Stage, 'server'>,
	id: string,
	body: unknown,
): Promise<{ status: number; items: Array<Record<string, unknown>>; text: string }> {
	const { status, data: text } = await http.post<string>(`${server.url}/webhook/${id}`, body);
	const parsed: unknown = JSON.parse(text);
	const items = (Array.isArray(parsed) ? parsed : [parsed]) as Array<Record<string, unknown>>;
	return { status, items, text };
}

/** The items that a workflow answers to a call with these rows. */
export async function answerTo(stage: Pick<Stage, 'server'>, id: string, rows: unknown[]) {
	const { status, items, text } = await callHook(stage, id, { rows });
	if (status !== 200) throw new Error(`${id} answered ${status}: ${text}`);
	return items;
}

/** What was accepted, as number and text. */
export const accepted = ({ opened }: { opened: Pick<Opened, 'sandbox'> }): Recipient[] =>
	opened.sandbox.messages().map(({ destination: to, message: text = '' }) => ({ to, text }));

/** A workflow's latest execution, once it has ended. */
export async function latest(
	stage: Pick<Stage, 'server'>,
	workflowId: string,
): Promise<StoredExecution> {
	const [execution] = await executionsOf(stage.server, workflowId);
	if (execution === undefined) throw new Error(`${workflowId} never ran`);
	return await endedRun(stage.server, execution.id);
}

/** Runs the tests of some subjects on an n8n that others run on too. */
export const triggersOn =
	(subjects: Record<string, Subject>) =>
	(served: () => Served): void => {
		beforeAll(async () => {
			const all = Object.values(subjects);
			await served().host.importWorkflows(all.flatMap(({ workflows }) => workflows));
			await publish(served().server, ...all.flatMap(({ published }) => published));
		});
		beforeEach(() => served().sandbox.reset());
		const stage = (): Stage => ({ opened: served(), server: served().server });
		describe.each(Object.entries(subjects))('%s', (_name, { tests }) => tests(stage));
	};
