import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import type { Server } from '../../host/server.ts';
import { open, type Opened } from '../e2e/opened.ts';
import { openPathProxy, type PathProxy } from '../e2e/pathProxy.ts';
import { endedRun } from '../e2e/rest-run.ts';
import {
	asking,
	atOneMoment,
	cameOut,
	inTurn,
	newestLink,
	opened,
	openedRun,
	submitted,
	TELLS_TOKEN,
	tokenIn,
	waitingRun,
} from '../e2e/waiting.ts';

const PREFIX = '/some/prefix/';

let n8n: Opened;
let server: Server;
let proxy: PathProxy;

beforeAll(async () => {
	proxy = await openPathProxy(PREFIX);
	n8n = await open({ WEBHOOK_URL: proxy.url, N8N_PATH: PREFIX });
	await n8n.host.importWorkflows([asking('ask'), asking('tells', TELLS_TOKEN), inTurn('loop')]);
	server = await n8n.host.serve();
});

afterAll(async () => {
	await (n8n as Opened | undefined)?.close();
	await (proxy as PathProxy | undefined)?.close();
});

beforeEach(() => {
	n8n.sandbox.reset();
	proxy.leadTo(server.url, true);
});

/** The link with a query parameter changed, or without it. */
const changed = (link: string, name: string, value?: string): string => {
	const url = new URL(link);
	if (value === undefined) url.searchParams.delete(name);
	else url.searchParams.set(name, value);
	return url.href;
};

test('behind a proxy that takes the prefix away, the link opens the page, and its form answers', async () => {
	const { execution, link } = await openedRun(server, n8n.sandbox, 'ask');
	expect(link.startsWith(`${proxy.url}webhook-waiting/${execution}`)).toBe(true);
	const { status, html } = await opened(link);
	expect(status).toBe(200);
	// Without an address of its own the form goes to that of the page, prefix and signature included.
	expect(html).toMatch(/<form method="post" [^>]*>/);
	expect(html).not.toContain('action="');
	expect((await submitted(link, { answer: 'approve' })).html).toContain('Your answer has arrived.');
	expect(cameOut(await endedRun(server, execution))).toMatchObject([
		{ json: { data: { approved: true }, ended: 'answered' } },
	]);
	expect(await opened(link)).toMatchObject({
		status: 200,
		html: expect.stringContaining('No action required'),
	});
	expect(n8n.sandbox.messages()).toHaveLength(1);
});

test('a link that is not whole answers nothing there either, and shows nothing', async () => {
	const first = await openedRun(server, n8n.sandbox, 'ask');
	const second = await openedRun(server, n8n.sandbox, 'ask');
	const approve = { answer: 'approve' };
	const { link } = second;
	const signature = new URL(first.link).searchParams.get('signature') ?? '';
	expect(signature).not.toBe('');
	for (const wrong of [
		changed(link, 'signature'),
		changed(link, 'signature', ''),
		changed(link, 'signature', signature),
		changed(link, 'n', '2'),
	]) {
		const page = await opened(wrong);
		expect(page.status).toBe(401);
		expect(page.html).not.toContain('Alert');
		expect((await submitted(wrong, approve)).status).toBe(401);
	}
	expect((await submitted(link, approve)).status).toBe(200);
	expect(cameOut(await endedRun(server, second.execution))).toMatchObject([
		{ json: { data: { approved: true } } },
	]);
	await waitingRun(server, first.execution);
});

test('a link holds no token of the run, which would resume whatever else that waits for', async () => {
	const { execution, link } = await openedRun(server, n8n.sandbox, 'tells');
	const { searchParams } = new URL(link);
	expect([...searchParams.keys()]).toEqual(['signature']);
	const token = tokenIn(n8n.sandbox);
	expect(token).not.toBe('');
	expect(searchParams.get('signature')).not.toBe(token);
	await submitted(link, { answer: 'approve' });
	await endedRun(server, execution);
});

test('the link of the first round does not answer the question of the second', async () => {
	const { execution, link } = await openedRun(server, n8n.sandbox, 'loop');
	expect((await submitted(link, { answer: 'decline' })).status).toBe(200);
	await waitingRun(server, execution, 2);
	const later = newestLink(n8n.sandbox);
	expect((await submitted(link, { answer: 'approve' })).status).toBe(410);
	expect((await submitted(later, { answer: 'approve' })).status).toBe(200);
	expect(cameOut(await endedRun(server, execution)).map(({ json }) => json.data)).toMatchObject([
		{ approved: false },
		{ approved: true },
	]);
});

test('of several answers at one moment one counts there too', async () => {
	const { execution, link } = await openedRun(server, n8n.sandbox, 'ask');
	// As they are behind the proxy.
	const inner = link.replace(proxy.url, `${server.url}/`);
	const pages = await atOneMoment(
		server,
		Array.from({ length: 4 }, () => [inner, new URLSearchParams({ answer: 'approve' })]),
		{ host: new URL(link).host },
	);
	expect(pages.filter(({ html }) => html.includes('Your answer has arrived.'))).toHaveLength(1);
	expect(cameOut(await endedRun(server, execution))).toHaveLength(1);
});

test('n8n serves nothing where a proxy keeps the prefix', async () => {
	const { execution, link } = await openedRun(server, n8n.sandbox, 'ask');
	proxy.leadTo(server.url, false);
	expect((await submitted(link, { answer: 'approve' })).status).toBe(404);
	proxy.leadTo(server.url, true);
	await submitted(link, { answer: 'approve' });
	expect(cameOut(await endedRun(server, execution))).toHaveLength(1);
});
