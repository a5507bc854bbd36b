import { request } from 'node:http';

import { found } from '../../host/found.ts';
import { http } from '../../host/http.ts';
import { itemsOf, storedRun, type StoredExecution } from '../../host/runs.ts';
import type { Server } from '../../host/server.ts';
import type { Workflow } from '../../host/workflows.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { gateway, ownNode, wired, workflowOf } from './built.ts';
import { startRun, TRIGGER } from './rest-run.ts';

/** The name of the node that asks, and of the one behind it. */
export const ASK = 'Ask';
export const AFTER = 'After';

/** Parameters of a question, complete but for what a test is about. */
export const question = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
	resource: 'sms',
	operation: 'sendAndWait',
	source: '30001234',
	destination: '09120000001',
	message: 'The server is down. <i>Who</i> takes it?',
	options: {},
	...changes,
});

/** A workflow that asks each of two people in a round of a loop, by two buttons; behind it all answers come out. */
export const inTurn = (id: string): Workflow => {
	const loop = workflowOf(id, [{ to: '09120000001' }, { to: '09120000002' }], []);
	const { pinData, nodes: [trigger] = [] } = loop;
	const values = { approvalType: 'double' };
	const asks = question({ destination: '={{ $json.to }}', approvalOptions: { values } });
	const nodes = [
		...(trigger === undefined ? [] : [trigger]),
		ownNode('Each', 'splitInBatches', 3),
		gateway(ASK, asks, { id: 'ask1' }),
		ownNode(AFTER, 'noOp', 1),
	];
	const made = wired(id, nodes, [
		[TRIGGER, 'Each'],
		['Each', AFTER],
		['Each', ASK, 1],
		[ASK, 'Each'],
	]);
	return { ...made, pinData };
};

/** Starts a workflow that asks, and gives its execution and the link once it waits. */
export async function openedRun(
	server: Server,
	sandbox: Sandbox,
	id: string,
): Promise<{ execution: string; link: string }> {
	const execution = await startRun(server, id);
	await waitingRun(server, execution);
	return { execution, link: newestLink(sandbox) };
}

/** Waits until n8n has stored that an execution waits, in this run of the node that asks. */
export async function waitingRun(server: Server, id: string, round = 1): Promise<StoredExecution> {
	return await found(async () => {
		const stored = await storedRun(server, id);
		// n8n writes what an execution has in a statement of its own.
		const data = stored.data as Partial<StoredExecution['data']> | undefined;
		if (stored.status === 'waiting' && stored.waitTill && data?.resultData !== undefined) {
			const { length } = data.resultData.runData[ASK] ?? [];
			if (round === 1 || length >= round) return stored;
		}
		if (!['new', 'running', 'waiting'].includes(stored.status))
			throw new Error(`the run does not wait: ${stored.status} ${stored.raw}`);
		return undefined;
	});
}

/** The link that a text ends with. */
export const linkIn = (text = ''): string | undefined => /\n(https?:\/\/\S+)$/.exec(text)?.[1];

/** The link that the newest text ends with. */
export function newestLink(sandbox: Sandbox): string {
	const { message: text = '' } = sandbox.messages().at(-1) ?? {};
	const link = linkIn(text);
	if (link === undefined) throw new Error(`no link at the end of: ${text}`);
	return link;
}

/** A question that tells n8n's own address of the run, which resumes whatever that waits for. */
export const TELLS_TOKEN = { message: '={{ $execution.resumeUrl }}' };

/** The token in that address. */
export function tokenIn(sandbox: Sandbox): string {
	const { message = '' } = sandbox.messages().at(-1) ?? {};
	return new URL(message.split('\n')[0] ?? '').searchParams.get('signature') ?? '';
}

/** A page that a link gave. */
export interface Page {
	status: number;
	html: string;
	headers: Record<string, unknown>;
}

const pageOf = (answer: { status: number; data: unknown; headers: unknown }): Page => ({
	status: answer.status,
	html: String(answer.data),
	headers: { ...(answer.headers as object) },
});

/** Opens a link as a browser does. */
export const opened = async (link: string, headers: Record<string, string> = {}): Promise<Page> =>
	pageOf(await http.get<string>(link, { headers }));

/** Sends the page's form as a browser does. */
export const submitted = async (link: string, form: Record<string, string>): Promise<Page> =>
	pageOf(
		await http.post<string>(link, new URLSearchParams(form).toString(), {
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		}),
	);

/** Where an answer goes, and the fields of its form. */
export type Given = [link: string, form: URLSearchParams];

/** An answer that is on its way. */
export interface Held {
	page: Promise<{ status: number; html: string }>;
	/** Lets it arrive. */
	end: () => void;
}

/** Answers of which n8n has the head, and has read what the run does, before it has the body of any: all find it waiting. */
export async function held(
	server: Server,
	answers: Given[],
	headers: Record<string, string> = {},
): Promise<Held[]> {
	const posts = answers.map((given) => begun(server, given, headers));
	// What was asked for before this has been read when this is answered.
	const [[link = ''] = []] = answers;
	await opened(link);
	return posts;
}

/** Sends the head of an answer. */
function begun(server: Server, [link, form]: Given, more: Record<string, string>): Held {
	// A proxy would wait for the body: it goes past it, without the prefix that it would take away.
	const { host, pathname, search } = new URL(
		link.replace(/(?<=\w)\/.*(?=\/webhook-waiting\/)/, ''),
	);
	const body = Buffer.from(form.toString());
	const outgoing = request(`${server.url}${pathname}${search}`, {
		method: 'POST',
		agent: false,
		headers: {
			host,
			...more,
			'content-type': 'application/x-www-form-urlencoded',
			'content-length': body.length,
		},
	});
	const page = new Promise<{ status: number; html: string }>((done, failed) =>
		outgoing.on('error', failed).on('response', (answer) => {
			let html = '';
			answer.setEncoding('utf8').on('data', (text: string) => (html += text));
			answer.on('end', () => done({ status: answer.statusCode ?? 0, html }));
		}),
	);
	outgoing.flushHeaders();
	return { page, end: () => void outgoing.end(body) };
}

/** Answers that arrive together. */
export async function atOneMoment(
	server: Server,
	answers: Given[],
	headers: Record<string, string> = {},
): Promise<Array<{ status: number; html: string }>> {
	const posts = await held(server, answers, headers);
	for (const { end } of posts) end();
	return await Promise.all(posts.map(async ({ page }) => await page));
}

/** What came out behind the node that asks. */
export const cameOut = (execution: StoredExecution) => itemsOf(execution, AFTER);
