import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { come } from '../../../host/found.ts';
import { openBrowser } from '../../../host/browser.ts';
import type { Server } from '../../../host/server.ts';
import {
	begun,
	closed,
	codeChecked,
	codeForm,
	confirmed,
	newestCode,
	seen,
	USER_AGENT,
	wrongCodes,
	type Visit,
} from '../../e2e/codeForm.ts';
import type { Served } from '../../e2e/opened.ts';
import { executionsOf, publish } from '../../e2e/rest-run.ts';
import { held } from '../../e2e/waiting.ts';

const PHONE = '09120000031';
/** 1.2 seconds. */
const SHORT = 0.02;

/** The recipe of a code that is checked, in a browser. */
export function code(served: () => Served): () => void {
	let n8n: Served;
	let server: Server;
	let browser: Browser;

	beforeAll(async () => {
		n8n = served();
		({ server } = n8n);
		browser = await openBrowser((line) => void process.stderr.write(`${line}\n`));
		const short = { settings: { minutes: SHORT } };
		await n8n.host.importWorkflows([
			codeChecked('code'),
			codeChecked('late', { ...short, waits: 60 }),
			codeChecked('left', short),
		]);
		await publish(server, 'code', 'late', 'left');
		await seen(await begun(server, 'left', PHONE, 'Text'));
	});

	afterAll(async () => {
		await (browser as Browser | undefined)?.close();
	});

	beforeEach(() => n8n.sandbox.reset());

	const newTab = async (): Promise<Page> => {
		const tab = await browser.newPage({ userAgent: USER_AGENT });
		tab.setDefaultTimeout(60_000);
		return tab;
	};

	/** Fills in the first page of a form and waits for the second; also gives the address that n8n gave for that one. */
	async function visited(path: string, by: 'Text' | 'Call'): Promise<Visit & { tab: Page }> {
		const tab = await newTab();
		await tab.goto(`${server.url}/form/${path}`);
		await tab.getByLabel('Phone number').fill(PHONE);
		await tab.getByLabel('Send the code by').selectOption(by);
		const answered = tab.waitForResponse((response) => response.request().method() === 'POST');
		await tab.getByRole('button', { name: 'Send the code' }).click();
		const { formWaitingUrl } = (await (await answered).json()) as { formWaitingUrl: string };
		await tab.getByText('The code is on its way.').waitFor();
		return { tab, page: formWaitingUrl };
	}

	/** Types a code and waits for the page that says this. */
	async function type(tab: Page, code: string, says: string): Promise<void> {
		await tab.getByLabel('Code').fill(code);
		await tab.getByRole('button', { name: 'Confirm' }).click();
		await tab.getByText(says).waitFor();
	}

	const CONFIRMED = 'Your number is confirmed.';
	const NOT_CONFIRMED = 'The tries are used up, or the time is over.';

	test('the code of a text confirms at the first try, and once: another tab with the same page confirms nothing', async () => {
		const { tab, page } = await visited('code', 'Text');
		const other = await newTab();
		await other.goto(page);
		const code = newestCode(n8n.sandbox);
		await type(tab, code, CONFIRMED);
		// The page itself tells n8n that it was shown, with which the run ends.
		await come(async () => (await executionsOf(server, 'code')).length === 0);
		await other.getByLabel('Code').fill(code);
		const answered = other.waitForResponse((response) => response.request().method() === 'POST');
		await other.getByRole('button', { name: 'Confirm' }).click();
		expect((await answered).status()).toBe(404);
		expect(confirmed(n8n.sandbox)).toEqual([PHONE]);
		await Promise.all([tab.close(), other.close()]);
	});

	test('the code of a call confirms at the fifth try, and each page before tells how many are left', async () => {
		const { tab } = await visited('code', 'Call');
		const code = newestCode(n8n.sandbox);
		for (const [index, wrong] of wrongCodes(code, 4).entries())
			await type(tab, wrong, `This is not the code. Tries left: ${4 - index}`);
		await type(tab, code, CONFIRMED);
		expect(n8n.sandbox.messages().map(({ kind }) => kind)).toEqual(['otp', 'sms']);
		expect(confirmed(n8n.sandbox)).toEqual([PHONE]);
		await tab.close();
	});

	test('five wrong codes end it', async () => {
		const { tab } = await visited('code', 'Text');
		const wrong = wrongCodes(newestCode(n8n.sandbox), 5);
		for (const [index, one] of wrong.slice(0, 4).entries())
			await type(tab, one, `Tries left: ${4 - index}`);
		await type(tab, wrong[4] ?? '', NOT_CONFIRMED);
		expect(confirmed(n8n.sandbox)).toEqual([]);
		await tab.close();
	});

	test('the right code is refused once its time is over', async () => {
		const { tab } = await visited('late', 'Text');
		await sleep(SHORT * 60_000);
		await type(tab, newestCode(n8n.sandbox), NOT_CONFIRMED);
		expect(confirmed(n8n.sandbox)).toEqual([]);
		await tab.close();
	});

	test('a code that is sent many times at once confirms once', async () => {
		const visit = await begun(server, 'code', PHONE, 'Text');
		await seen(visit);
		const code = newestCode(n8n.sandbox);
		const tries = await held(
			server,
			Array.from({ length: 30 }, () => [visit.page, codeForm([code])]),
			{ 'user-agent': USER_AGENT },
		);
		const isOver = async () => (await executionsOf(server, 'code')).length === 0;
		for (const { end } of tries) end();
		await come(async () => confirmed(n8n.sandbox).length > 0 || (await isOver()));
		// n8n leaves some of them without an answer; a second confirmation would come by now.
		await Promise.race([Promise.allSettled(tries.map(({ page }) => page)), sleep(5_000)]);
		// It may leave this one so too, where it comes beside one of them: then the run ends when its time is over.
		await Promise.race([closed(visit), come(isOver)]);
		expect(confirmed(n8n.sandbox)).toEqual([PHONE]);
	});

	return () =>
		test('a run whose page nobody answers ends by itself', async () => {
			n8n.sandbox.reset();
			await come(async () => (await executionsOf(server, 'left')).length === 0);
			expect(n8n.sandbox.messages()).toEqual([]);
		});
}
