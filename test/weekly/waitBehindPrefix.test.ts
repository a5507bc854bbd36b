import {
	asking,
	cameOut,
	endedRun,
	inTurn,
	opened,
	openedRun,
	ownN8n,
	submitted,
	TELLS_TOKEN,
	tokenIn,
} from '../e2e/n8n.ts';
import { openPathProxy, type PathProxy } from '../e2e/pathProxy.ts';

const PREFIX = '/some/prefix/';
const APPROVE = { answer: 'approve' };
const DONE = 'Your answer has arrived.';

let proxy: PathProxy;
beforeAll(async () => {
	proxy = await openPathProxy(PREFIX);
});
const n8n = ownN8n({
	settings: () => ({ WEBHOOK_URL: proxy.url, N8N_PATH: PREFIX }),
	workflows: () => [asking('ask'), asking('tells', TELLS_TOKEN), inTurn('loop')],
});
afterAll(async () => await (proxy as PathProxy | undefined)?.close());

beforeEach(() => {
	n8n.sandbox.reset();
	proxy.leadTo(n8n.server.url, true);
});

const ask = async (id: string) => await openedRun(n8n.server, n8n.sandbox, id);
const answers = async (execution: string) =>
	cameOut(await endedRun(n8n.server, execution)).map(({ json }) => json.data);

test('behind a proxy that takes the prefix away, the whole link opens the page, and its form answers; none that is not whole', async () => {
	const other = new URL((await ask('ask')).link).searchParams.get('signature') ?? '';
	const { execution, link } = await ask('ask');
	expect(link.startsWith(`${proxy.url}webhook-waiting/${execution}`)).toBe(true);
	const { status, html } = await opened(link);
	// Without an address of its own the form goes to that of the page, prefix and signature included.
	expect([status, html]).toEqual([200, expect.stringMatching(/<form method="post" [^>]*>/)]);
	expect(html).not.toContain('action="');
	for (const signature of ['', other, `${new URL(link).searchParams.get('signature')}&n=2`]) {
		const wrong = link.replace(/signature=.*/, `signature=${signature}`);
		const page = await opened(wrong);
		expect([wrong, page.status, page.html.includes('Alert')]).toEqual([wrong, 401, false]);
		expect((await submitted(wrong, APPROVE)).status).toBe(401);
	}
	proxy.leadTo(n8n.server.url, false);
	// n8n serves nothing where a proxy keeps the prefix.
	expect((await submitted(link, APPROVE)).status).toBe(404);
	proxy.leadTo(n8n.server.url, true);
	expect((await submitted(link, APPROVE)).html).toContain(DONE);
	expect(await answers(execution)).toMatchObject([{ approved: true }]);
	expect((await opened(link)).html).toContain('No action required');
});

test('a link holds no token of the run, which would resume whatever else that waits for', async () => {
	const { execution, link } = await ask('tells');
	const { searchParams } = new URL(link);
	const token = tokenIn(n8n.sandbox);
	expect([[...searchParams.keys()], token === '']).toEqual([['signature'], false]);
	expect(searchParams.get('signature')).not.toBe(token);
	await submitted(link, APPROVE);
	await endedRun(n8n.server, execution);
});
