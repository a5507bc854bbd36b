import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';

import type { Server } from '../../host/server.ts';
import { open, type Opened } from './opened.ts';
import { endedRun, startRun } from './rest-run.ts';
import { asking, cameOut, newestLink, opened, submitted, waitingRun } from './waiting.ts';

// The first run on a machine installs n8n.
jest.setTimeout(30 * 60_000);

let n8n: Opened;
let server: Server;

beforeAll(async () => {
	n8n = await open();
	await n8n.host.importWorkflows([asking('ask')]);
	server = await n8n.host.serve();
});

afterAll(async () => {
	await (n8n as Opened | undefined)?.close();
});

beforeEach(() => n8n.sandbox.reset());

const ask = async (id: string) => {
	const execution = await startRun(server, id);
	await waitingRun(server, execution);
	return { execution, link: newestLink(n8n.sandbox) };
};

test('a text with a link waits until the page is answered, and only a POST from it answers', async () => {
	const { execution, link } = await ask('ask');
	expect((await opened(link)).status).toBe(200);
	expect((await submitted(link, { answer: 'approve' })).html).toContain('Approve');
	const ended = await endedRun(server, execution);
	expect(cameOut(ended)).toMatchObject([
		{
			json: { data: { approved: true }, outcome: 'accepted', ended: 'answered' },
			pairedItem: { item: 0 },
		},
	]);
	expect(n8n.sandbox.messages()).toHaveLength(1);
});
