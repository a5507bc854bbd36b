import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openBrowser } from '../../host/browser.ts';
import type { Server } from '../../host/server.ts';
import { MOVING } from '../../sandbox/index.ts';
import { gateway, workflowOf } from '../e2e/built.ts';
import { open, type Opened as Host } from '../e2e/opened.ts';
import { endedRun, startRun } from '../e2e/rest-run.ts';
import { say, stageFor, type Opened, type Stage } from './opened.ts';

jest.setTimeout(30 * 60_000);

const SARA = '09121234567';
const rows = [{ to: SARA, words: 'سلام سارا، سفارش شما آماده است 🎉' }];

const send = gateway('Send', {
	resource: 'sms',
	operation: 'send',
	source: '3000',
	destination: '={{ $json.to }}',
	message: '={{ $json.words }}',
	options: {},
});

let host: Host;
let server: Server;
let stage: Stage;
let inbox: Opened;

beforeAll(async () => {
	host = await open({}, { delivery: MOVING });
	await host.host.importWorkflows([workflowOf('inbox', rows, [send])]);
	server = await host.host.serve();
	stage = stageFor(host.sandbox, await openBrowser(say));
	inbox = await stage.open();
});

afterAll(async () => {
	await (stage as Stage | undefined)?.browser.close();
	await (host as Host | undefined)?.close();
});

/** Notes, in the page itself, the instant at which words are first in sight. */
const whenShown = async (words: string): Promise<number> =>
	await inbox.page
		.waitForFunction(
			(wanted) => document.querySelector('#app')?.textContent?.includes(wanted) && Date.now(),
			words,
			{ polling: 'raf' },
		)
		.then(async (handle) => Number(await handle.jsonValue()));

test('what a real workflow sends lights up in the open page', async () => {
	const { page } = inbox;
	await page.getByText('No messages yet').waitFor();
	const shown = whenShown(rows[0]?.words ?? '');
	const ended = await endedRun(server, await startRun(server, 'inbox'));
	expect(ended.status).toBe('success');
	const accepted = Date.parse(host.sandbox.messages()[0]?.at ?? '');
	// Told and not judged: how long a machine takes is its own affair.
	say(`inbox: a message of n8n's is shown ${(await shown) - accepted} ms after it was accepted`);
	await page.locator('#recipients .row .glow').waitFor({ state: 'attached' });
	await page.locator('#recipients .row').click();
	await page.getByRole('listitem').getByText('1 part, UCS-2').waitFor();
	await page.getByRole('listitem').getByText('Delivered').waitFor();
});

test('a fault that is switched on in the page meets the next run', async () => {
	const { page } = inbox;
	await page.getByRole('button', { name: 'Refuse texts' }).click();
	await page.locator('.pill[aria-pressed=true]').waitFor();
	const ended = await endedRun(server, await startRun(server, 'inbox'));
	expect(ended.status).toBe('error');
	await page.getByRole('listitem').getByText('destination refused (code 1010)').waitFor();
	await page.getByRole('button', { name: 'Refuse texts' }).click();
	await page.locator('.pill[aria-pressed=true]').waitFor({ state: 'detached' });
	expect((await endedRun(server, await startRun(server, 'inbox'))).status).toBe('success');
	await page.getByRole('listitem').nth(2).waitFor();
	expect(host.sandbox.messages()).toHaveLength(2);
	expect(inbox.troubles).toEqual([]);
});
