import {
	ENDED,
	endedRun,
	type Execution,
	found,
	linkIn,
	makeTable,
	opened,
	type RunItem,
	type Sandbox,
	SANDBOX_CREDENTIAL,
	type Server,
	startRun,
	type StoredExecution,
	storedRun,
	submitted,
	type Workflow,
} from '../../e2e/n8n.ts';
import { runCurl } from '../../unit/docs/commands.ts';
import type { Case, OnThePage } from './cases.ts';
import { changed, type Property } from './changed.ts';

const OWN_TYPE = 'n8n-nodes-sms-voice-gateway.smsVoiceGateway';
const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
const WAIT = 'n8n-nodes-base.wait';
const DATA_TABLE = 'n8n-nodes-base.dataTable';
const GOOGLE_SHEETS = 'n8n-nodes-base.googleSheets';

/** As the recipe tells one to make it. */
const TABLE_COLUMNS = ['phone', 'text', 'outcome', 'messageId', 'sentAt', 'problem'];

/** What all pages share. */
export interface Stage {
	server: Server;
	sandbox: Sandbox;
	/** The fields of this package's node, as n8n gives them to its editor. */
	properties: Property[];
}

export interface Ran {
	execution: StoredExecution;
	requests: ReturnType<Sandbox['requests']>;
}

/** Runs the workflow of a page as one of its sections says, on a started n8n and from a fresh sandbox. */
export async function runCase(
	{ server, sandbox, properties }: Stage,
	workflow: Workflow,
	{ changes, commands, rows, answers }: Pick<Case, 'changes' | 'commands' | 'rows' | 'answers'>,
): Promise<Ran> {
	sandbox.reset();
	for (const command of commands) {
		const answer = await runCurl(command, sandbox.url);
		if (answer.status !== 200) throw new Error(`${command}: ${answer.status} ${answer.data}`);
	}
	if (workflow.nodes.some(({ type }) => type === DATA_TABLE)) {
		const table = await makeTable(server, 'Texts to send', TABLE_COLUMNS);
		await table.add(rows);
	}
	const ready = ofThisMachine(changed(workflow, changes, properties));
	const id = await createWorkflow(server, { ...ready, pinData: pinnedSheet(ready, rows) });
	const trigger = ready.nodes.find(({ type }) => type === MANUAL_TRIGGER)?.name;
	if (trigger === undefined) throw new Error('the workflow has no manual trigger');
	const run = await startRun(server, id, trigger);
	await answerAll(server, sandbox, run, answers);
	const execution = answers.length > 0 ? await endedRun(server, run) : await left(server, run);
	return { execution, requests: sandbox.requests() };
}

/** A run that nobody answers: as it ended, or as it waits. */
async function left(server: Server, run: string): Promise<StoredExecution> {
	return await found(async () => {
		const stored = await storedRun(server, run);
		if (ENDED.includes(stored.status)) return await endedRun(server, run);
		return stored.status === 'waiting' && stored.waitTill ? stored : undefined;
	});
}

/** Answers a run's questions as the person does who opens the link of the text. */
async function answerAll(
	server: Server,
	sandbox: Sandbox,
	run: string,
	answers: OnThePage[],
): Promise<void> {
	let before: string | undefined;
	for (const answer of answers) {
		const link = await nextLink(server, sandbox, run, before);
		const { html } = await opened(link);
		const { status } = await submitted(link, formOf(html, answer));
		if (status !== 200) throw new Error(`"${JSON.stringify(answer)}" got ${status}`);
		before = link;
	}
}

/** Waits until a run asks by another text than before, and gives the link that this ends with. */
async function nextLink(
	server: Server,
	sandbox: Sandbox,
	run: string,
	before: string | undefined,
): Promise<string> {
	const newest = () =>
		sandbox
			.messages()
			.flatMap(({ message }) => linkIn(message) ?? [])
			.at(-1);
	return await found(async () => {
		const link = newest();
		const { status } = await storedRun(server, run);
		// A text whose answer got lost has a link too, and the next one may have left meanwhile.
		const isAsked = link !== undefined && link !== before && link === newest();
		if (status === 'waiting' && isAsked) return link;
		if (ENDED.includes(status)) throw new Error(`the run ended, and asked nothing more: ${status}`);
		return undefined;
	});
}

/** What a browser sends of a page's form when it is answered. */
function formOf(html: string, answer: OnThePage): Record<string, string> {
	const buttons = [...html.matchAll(/<button name="answer" value="(\w+)"[^>]*>([^<]*)<\/button>/g)];
	if ('typed' in answer) {
		if (!html.includes('<textarea')) throw new Error('the page takes no text');
		return { text: answer.typed, answer: buttons[0]?.[1] ?? '' };
	}
	const pressed = buttons.find(([, , label]) => label === answer.pressed);
	if (pressed === undefined) throw new Error(`the page has no button ${answer.pressed}`);
	return { answer: pressed[1] ?? '' };
}

/** What a node gave out in its last run. A node in a loop runs several times. */
export function lastItemsOf(execution: Execution, node: string, output: number): RunItem[] {
	const runs = execution.data.resultData.runData[node];
	if (runs === undefined) throw new Error(`"${node}" never ran`);
	return runs.at(-1)?.data?.main[output] ?? [];
}

/** Reads them from n8n; it takes a while, because n8n tells of all its nodes. */
export async function propertiesOf(server: Server): Promise<Property[]> {
	const { body } = await server.rest('GET', '/types/nodes.json');
	const types = body as Array<{ name: string; properties: Property[] }>;
	const own = types.find(({ name }) => name === OWN_TYPE);
	if (own === undefined) throw new Error('n8n does not know the node');
	return own.properties;
}

/** As long as the sandbox needs on the days that the pages tell of: seconds. */
const QUICK = { values: { every: 1, atMost: 6 } };

/**
 * The same workflow with the sandbox's credential, and with waits of seconds: nothing else in it is changed for the
 * tests. A node that is pasted has no id; the editor gives it one.
 */
function ofThisMachine(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node, index) => ({
		id: `node-${index}`,
		...node,
		...(node.type === OWN_TYPE
			? { ...quick(node), credentials: { [SANDBOX_CREDENTIAL.type]: SANDBOX_CREDENTIAL } }
			: {}),
		...(node.type === WAIT
			? { parameters: { ...node.parameters, amount: 1, unit: 'seconds' } }
			: {}),
	}));
	return { ...workflow, nodes };
}

/** Nobody asks Google here: what its nodes would give is pinned. Of the digits of a cell Google makes a number. */
function pinnedSheet({ nodes }: Workflow, rows: Case['rows']): Record<string, unknown> {
	const read = rows.map(({ phone, text }, index) => ({
		json: { row_number: index + 2, phone: Number(phone), text },
	}));
	return Object.fromEntries(
		nodes
			.filter(({ type }) => type === GOOGLE_SHEETS)
			.map(({ name, parameters }) => [
				name,
				parameters.operation === 'update' ? [{ json: {} }] : read,
			]),
	);
}

function quick({ parameters }: Workflow['nodes'][number]) {
	const options = parameters.options as Record<string, unknown> | undefined;
	return options?.waitUntilFinal === undefined
		? {}
		: { parameters: { ...parameters, options: { ...options, waitUntilFinal: QUICK } } };
}

async function createWorkflow(server: Server, workflow: Workflow): Promise<string> {
	const { nodes, connections, settings = { executionOrder: 'v1' }, pinData } = workflow;
	const name = `Documentation ${nodes.map((node) => node.name).join(', ')}`.slice(0, 120);
	const { data, body } = await server.rest('POST', '/rest/workflows', {
		name,
		nodes,
		connections,
		settings,
		pinData,
	});
	const { id } = (data ?? {}) as { id?: string };
	if (id === undefined) throw new Error(`not created: ${JSON.stringify(body)}`);
	return id;
}
