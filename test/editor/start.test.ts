import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../host/browser.ts';
import { come, endedRun, exampleWorkflows, type Server, startRun } from '../e2e/n8n.ts';
import { nodeBinary, start, type Running } from '../../host/process.ts';
import { otherCheckout } from '../checkout.ts';
import { look } from '../pictures.ts';
import { follow, PATIENCE_MS } from './editor.ts';

const TYPE = 'n8n-nodes-sms-voice-gateway.smsVoiceGateway';
const NODE_FILE = join('nodes', 'SmsVoiceGateway', 'SmsVoiceGateway.node.ts');

let checkout: Awaited<ReturnType<typeof otherCheckout>>;
let started: Running;
let browser: Browser;
/** The tab that it opens. */
let page: Page;
/** All that it has printed when it has come to the end. */
let printed: string;

// `npm run dev` is `npm start`, and reads what is saved.
beforeAll(async () => {
	checkout = await otherCheckout();
	const ready = new Promise<void>((resolve, reject) => {
		const heard = () => started.output().includes('Ctrl-C ends n8n') && resolve();
		const options = { cwd: checkout.folder, env: process.env, heard };
		started = start(nodeBinary(), ['host/start.ts', '--dev'], options);
		const ended = () => reject(new Error(`It ended:\n${started.output()}`));
		started.finished.then(ended, ended);
	});
	await ready;
	printed = started.output();
	browser = await openBrowser((line) => process.stderr.write(`${line}\n`));
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
	context.setDefaultTimeout(PATIENCE_MS);
	context.setDefaultNavigationTimeout(PATIENCE_MS);
	page = await context.newPage();
	await page.goto(addressOf('this run'));
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (browser as Browser | undefined)?.close();
	await (started as Running | undefined)?.stop();
	await (checkout as typeof checkout | undefined)?.remove();
});

const addressOf = (name: string): string =>
	new RegExp(` ${name} +(http:\\S+)`).exec(printed)?.[1] ?? `no ${name} in ${printed}`;

test('what npm start opens is the spreadsheet workflow after its run, without a login', async () => {
	await page.getByText('Succeeded in').first().waitFor();
	expect(new URL(page.url()).origin).toBe(addressOf('n8n'));

	// 11 lines of the sheet, of which one is empty and two have no right number.
	for (const items of ['10 items', '8 items', '2 items'])
		await page.getByText(items, { exact: true }).first().waitFor();
	await look(page, 'light/what npm start opens');
});

test('no page that has pointed its own name at this machine gets an answer of n8n, and no password is known before', async () => {
	const answerTo = async (host: string) => {
		const asked = get(addressOf('n8n'), { headers: { host }, agent: false });
		const [answer] = (await once(asked, 'response')) as [IncomingMessage];
		answer.resume();
		return answer.statusCode;
	};
	const { host } = new URL(addressOf('n8n'));
	expect(await answerTo(host)).toBe(200);
	expect(await answerTo(`localhost:${new URL(addressOf('n8n')).port}`)).toBe(200);
	for (const other of ['example.com', `127.0.0.1.example.com:80`, 'localhost.example.com'])
		expect([other, await answerTo(other)]).toEqual([other, 421]);
	const [, password = ''] = / \/  (\S+)/.exec(printed) ?? [];
	expect(password.length).toBeGreaterThanOrEqual(16);
	expect(password).not.toContain('Demo');
});

test('every example that reads a data table runs at once', async () => {
	const rest = async (method: string, path: string, data?: unknown) => {
		const url = addressOf('n8n') + path;
		const answer = await page.context().request.fetch(url, { method, data });
		const body = (await answer.json()) as { data?: unknown };
		return { status: answer.status(), body, data: body.data, cookie: undefined };
	};
	const server = { rest } as Server;
	let runs = 0;
	for (const { id, name, nodes } of exampleWorkflows().values()) {
		const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
		if (!trigger || !nodes.some(({ type }) => type === 'n8n-nodes-base.dataTable')) continue;
		const { status } = await endedRun(server, await startRun(server, id, trigger.name));
		expect([name, status]).toEqual([name, 'success']);
		runs += 1;
	}
	expect(runs).toBeGreaterThanOrEqual(4);
});

test('a link in the inbox opens the page that a waiting workflow waits for', async () => {
	await page.getByText('Succeeded in').first().waitFor();
	await follow(page, '/workflow/smsVoiceTaken001');
	await page.locator('[data-test-id=execute-workflow-button]').click();

	const inbox = await page.context().newPage();
	await inbox.goto(addressOf('inbox'));
	const phones = inbox.getByRole('list', { name: 'Phones' }).getByRole('link');
	await phones.filter({ hasText: '0912 000 0061' }).click();
	const opening = page.context().waitForEvent('page');
	await inbox.getByRole('link', { name: /^http.*webhook-waiting/ }).click();
	const question = await opening;
	await look(question, 'light/the page behind a link of the inbox', undefined, '');
	await question.getByRole('button', { name: 'I take it' }).click();
	await question.getByText('Your answer has arrived.').waitFor();
	await page.getByText('Workflow executed successfully').first().waitFor();
	await look(page, 'light/the workflow that waited');
});

test("what it prints for a credential of one's own is right, and n8n's log is shown where a run is stopped", async () => {
	const value = (name: string) => new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(printed)?.[1];
	const data = { username: value('Username'), password: value('Password') };
	expect([value('SMS Base URL'), value('Call Base URL')]).toEqual(
		Array.from({ length: 2 }, () => addressOf('inbox')),
	);
	const { request } = page.context();
	const url = `${value('Call Base URL')}/v1/report/credit`;
	expect(await (await request.post(url, { data })).json()).toMatchObject({ success: true });

	const sandbox = `${value('SMS Base URL')}/_sandbox`;
	const faults = `${sandbox}/faults`;
	const requests = async () =>
		((await (await request.get(sandbox)).json()) as { requests: number }).requests;
	const before = await requests();
	await request.put(faults, { data: [{ fault: { kind: 'delay', ms: 60_000 } }] });
	await follow(page, '/workflow/smsVoiceEscalat1');
	await page.locator('[data-test-id=execute-workflow-button]').click();
	await come(async () => (await requests()) > before);
	await page.locator('[data-test-id=stop-execution-button]').click();
	await come(async () => started.output().includes('n8n\'s log: "Send SMS" was stopped. '));
	await request.put(faults, { data: [] });
});

test('only who knows the address is let in', async () => {
	const context = await browser.newContext();
	const { origin } = new URL(addressOf('this run'));
	const answer = await context.request.get(`${origin}/`);
	expect(answer.status()).toBe(404);
	expect(await context.cookies()).toEqual([]);
	await context.close();
});

test('npm start prints what took how long', () => {
	expect(printed).toMatch(/\d+\.\d s {2}Starting n8n/);
	expect(printed).toMatch(/\d+\.\d s {2}all together, from the command on/);
});

/** The name that n8n gives the editor for the node now; undefined while n8n is writing its list of nodes anew. */
async function shownName(): Promise<string | undefined> {
	// Where the file grows or shrinks while it is sent, there is no whole answer.
	const types: unknown = await page
		.context()
		.request.get(`${addressOf('n8n')}/types/nodes.json`)
		.then((list) => list.json())
		.catch(() => []);
	return (types as Array<{ name: string; displayName: string }>).find(({ name }) => name === TYPE)
		?.displayName;
}

test('with npm run dev a saved change is in n8n without a new start', async () => {
	// The list is of 14 MB: to ask for it all the time would keep n8n from all else.
	const shows = (name: string) => come(async () => (await shownName()) === name);
	await shows('SMS and Voice Gateway');
	const file = join(checkout.folder, NODE_FILE);
	const source = await readFile(file, 'utf8');
	const changed = source.replace("displayName: 'SMS and Voice Gateway'", "displayName: 'Saved'");
	expect(changed).not.toBe(source);
	await writeFile(file, changed);
	await shows('Saved');
});
