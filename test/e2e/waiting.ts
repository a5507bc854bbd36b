import { setTimeout as sleep } from 'node:timers/promises';

import { http } from '../../host/http.ts';
import { itemsOf } from '../../host/run-data.ts';
import { storedRun, type StoredExecution } from '../../host/runs.ts';
import type { Server } from '../../host/server.ts';
import type { Workflow } from '../../host/workflows.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { gateway, ownNode, workflowOf } from './built.ts';

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

/** A workflow that asks by text; behind the node the item is passed on as it is. */
export const asking = (
	id: string,
	changes: Record<string, unknown> = {},
	more: Record<string, unknown> = {},
): Workflow => ({
	...workflowOf(
		id,
		[{ row: 1 }],
		[gateway(ASK, question(changes), { id: 'ask1', ...more }), ownNode(AFTER, 'noOp', 1)],
	),
	name: `Alert <b>"${id}"</b> & more`,
});

/** Waits until n8n has stored that an execution waits. */
export async function waitingRun(server: Server, id: string): Promise<StoredExecution> {
	for (;;) {
		const stored = await storedRun(server, id);
		if (stored.status === 'waiting' && stored.waitTill) return stored;
		if (!['new', 'running', 'waiting'].includes(stored.status))
			throw new Error(`the run does not wait: ${JSON.stringify(stored.data.resultData.error)}`);
		await sleep(100);
	}
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

/** What came out behind the node that asks. */
export const cameOut = (execution: StoredExecution) => itemsOf(execution, AFTER);
