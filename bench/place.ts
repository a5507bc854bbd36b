import { http } from '../host/http.ts';
import type { Server } from '../host/server.ts';
import type { Workflow } from '../host/workflows.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { ownNode, webhookNode, wired, type Node, type Wire } from '../test/e2e/built.ts';
import { open } from '../test/e2e/opened.ts';
import { endedRun, startRun } from '../test/e2e/rest-run.ts';
import { openCluster } from '../test/queue/cluster.ts';
import type { Case, Login } from './cases.ts';
import { ERRANDS, ONE_TEXT, rowsOf, textOf, type Errand, type Row } from './rows.ts';

const MEASURED = 'Measured';

/** One n8n with its sandbox. `run` gives the milliseconds that a workflow's node took by n8n's own watch. */
export interface Place {
	sandbox: Sandbox;
	output(): string; // What n8n has written to its console.
	run(workflow: string): Promise<number>;
	restart?: () => Promise<void>; // Where that can be.
	close(): Promise<void>;
}
type Planned = (login: Login) => Workflow[];
type Open = (planned: Planned, settings: Record<string, string>) => Promise<Place>;
const ACCOUNT = { credit: 1e9 };

/** n8n in one process, on SQLite. */
export const openSingle: Open = async (planned, settings) => {
	const { host, sandbox, close } = await open(settings, ACCOUNT, true);
	await host.importWorkflows(planned(sandbox));
	let server = await host.serve();
	const run = async (id: string) => await msOf(server, await startRun(server, id));
	const restart = async () => {
		await server.stop();
		server = await host.serve();
	};
	return { sandbox, output: () => server.output(), run, restart, close };
};

/** n8n on PostgreSQL with two workers. Its workflows know the sandbox by the credential only. */
export const openQueue: Open = async (planned, settings) => {
	const workflows = planned({ url: '', username: '', password: '' });
	const cluster = await openCluster(workflows, settings, ACCOUNT, true);
	const { sandbox, server, close } = cluster;
	const run = async (id: string) => await msOf(server, String((await cluster.run(id, []))[0]?.id));
	return { sandbox, output: () => server.output(), run, close };
};

/** Trigger → rows of a file → the node of the case → a look at the memory. */
export function workflowOf(id: string, one: Case, login: Login, rows: object): Workflow {
	const own = { ...ownNode('', '', 1), type: 'CUSTOM.requestHelper' };
	const named = (name: string, more: Partial<Node>) => ({ ...own, ...more, id: name, name });
	const nodes = [
		one.queue ? webhookNode('Start', id) : ownNode('Start', 'manualTrigger', 1),
		named('Rows', { parameters: { task: rows } }),
		named(MEASURED, one.node(login)),
		named('Memory', { parameters: { task: {} } }),
	];
	const links = nodes.slice(1).map(({ name }, at): Wire => [nodes[at]?.name ?? '', name]);
	return wired(id, nodes, links);
}

async function msOf(server: Server, id: string): Promise<number> {
	const { status, data } = await endedRun(server, id);
	const [run] = data.resultData.runData[MEASURED] ?? [];
	if (status !== 'success') throw new Error(data.resultData.error?.message ?? status);
	return (run as unknown as { executionTime: number }).executionTime;
}

/** Has the sandbox forget all, sends each of the first rows its text, and gives their ids, which are the same each time. */
export async function startOver(sandbox: Sandbox, count: number): Promise<string[]> {
	const { url, username, password } = sandbox;
	sandbox.reset();
	for (let left = rowsOf(count); left.length > 0; left = left.slice(1000)) {
		const body = ERRANDS.texts.body(left.slice(0, 1000));
		await http.post(url + ERRANDS.texts.path, { username, password, ...body });
	}
	return sandbox.messages().map(({ id }) => id);
}

/** What is wrong with what arrived; undefined where each row's text, or the question for its id, did, once. */
export function wrongWith(sandbox: Sandbox, errand: Errand | undefined, rows: Row[]) {
	const asked = sandbox.requests().map(({ fields }) => (fields as { msgid?: string }).msgid);
	const texts = sandbox.messages().map((text) => `${text.destination}: ${text.message}`);
	const arrived = errand === 'ids' ? asked.flatMap((ids) => ids?.split(',') ?? []) : texts;
	const textFor = (row: Row) => `${row.phone}: ${errand === 'oneText' ? ONE_TEXT : textOf(row)}`;
	const due = rows.map((row) => (errand === 'ids' ? row.id : textFor(row)));
	const missing = new Set(errand === undefined ? [] : due);
	const strange = arrived.filter((text) => !missing.delete(text));
	if (strange.length === 0 && missing.size === 0) return undefined;
	return `${missing.size} missing, ${strange.length} twice or not due: ${strange[0]}`;
}
