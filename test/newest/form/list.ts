import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';

import { openBrowser } from '../../../host/browser.ts';
import { http } from '../../../host/http.ts';
import { exampleWorkflows, type Workflow } from '../../../host/workflows.ts';
import type { Served } from '../../e2e/opened.ts';
import { endedRun, executionsOf, publish } from '../../e2e/rest-run.ts';
import { picture } from '../../pictures.ts';
import { lastItemsOf } from '../docs/running.ts';

const FILE = 'excel-list-to-sms.json';
const LIST = 'workflows/contacts.xlsx';
/** Of a browser that n8n takes for a person's; it refuses a form to robots, and a headless one says that it is one. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const AUTH = { id: 'formLogin0000001', name: 'Who may send a list', type: 'httpBasicAuth' };
const LOGIN = { user: 'office', password: 'a-login-of-the-form-4711' };

/** The recipe of an Excel list, in a browser. */
export function list(served: () => Served): void {
	let n8n: Served;
	let browser: Browser;
	let id: string;

	beforeAll(async () => {
		n8n = served();
		browser = await openBrowser((line) => void process.stderr.write(`${line}\n`));
		const workflow = exampleWorkflows().get(FILE) as Workflow;
		({ id } = workflow as unknown as { id: string });
		await n8n.host.importCredentials([{ ...AUTH, data: LOGIN }]);
		for (const node of workflow.nodes)
			if (node.type === 'n8n-nodes-base.formTrigger') node.credentials = { [AUTH.type]: AUTH };
		await n8n.host.importWorkflows([workflow]);
		await publish(n8n.server, id);
	});

	afterAll(async () => {
		await (browser as Browser | undefined)?.close();
	});

	beforeEach(() => n8n.sandbox.reset());

	/** Uploads the list under the name of a mailing, and waits for the page that says what would be sent. */
	async function uploaded(mailing: string): Promise<Page> {
		const tab = await browser.newPage({
			userAgent: USER_AGENT,
			httpCredentials: { username: LOGIN.user, password: LOGIN.password },
		});
		tab.setDefaultTimeout(60_000);
		await tab.goto(`${n8n.server.url}/form/send-a-list`);
		await tab.locator('input[type=file]').setInputFiles(LIST);
		await tab.getByLabel('Mailing').fill(mailing);
		await tab.getByRole('button', { name: 'Look at it' }).click();
		await tab.getByText('rows would be sent').waitFor();
		return tab;
	}

	async function answer(tab: Page, choice: string): Promise<void> {
		await tab.getByLabel('Send them?').selectOption(choice);
		await tab.getByRole('button', { name: 'Go on' }).click();
	}

	/** The rows of the file that comes back: the outcomes, in their order. */
	async function returned(): Promise<Array<Record<string, unknown>>> {
		const [run] = await executionsOf(n8n.server, id);
		const ended = await endedRun(n8n.server, run?.id ?? '');
		return lastItemsOf(ended, 'Beside the own columns', 0).map(({ json }) => json);
	}

	test('is open to nobody without a login', async () => {
		const address = `${n8n.server.url}/form/send-a-list`;
		expect((await http.get(address)).status).toBe(401);
		const form = new FormData();
		form.append('field-1', 'Spring');
		expect((await http.post(address, form)).status).toBe(401);
		expect(n8n.sandbox.messages()).toEqual([]);
	});

	test('is shown, sent, and comes back with what became of each row beside its own columns', async () => {
		const tab = await uploaded('Spring');
		const shown = await tab.locator('body').innerText();
		expect(shown).toContain('8 of 10 rows would be sent, as 9 message parts.');
		expect(shown).toContain('0 were sent before under this name.');
		expect(shown).toContain('Hello Emma Clarke,');
		expect(shown).toContain("Nina Rossi: 'To' of item 8 holds 91, which has 2 digits");
		expect(n8n.sandbox.messages()).toEqual([]);
		await picture(tab, 'excel-list-page', tab.locator('#n8n-form'), '');
		const download = tab.waitForEvent('download');
		await answer(tab, 'Send now');
		expect((await download).suggestedFilename()).toBe('Spring.xlsx');
		const rows = await returned();
		expect(rows.map(({ outcome }) => outcome)).toEqual(
			Array.from({ length: 10 }, (_, row) => (row === 4 || row === 8 ? 'rejected' : 'accepted')),
		);
		expect(rows[8]).toMatchObject({ name: 'Nina Rossi', phone: 91, messageId: '' });
		expect(rows[8]?.problem).toContain('which has 2 digits');
		expect(rows[5]).toEqual({
			name: "Sara O'Neil, MD",
			phone: '0912-000-00-05',
			note: 'Your report is ready: "Room 12", first floor.',
			outcome: 'accepted',
			problem: '',
			messageId: expect.stringMatching(/^\d{16}$/),
		});
		const texts = n8n.sandbox.messages().map(({ message }) => message);
		expect(texts).toHaveLength(8);
		expect(texts[4]).toBe(`Hello Sara O'Neil, MD,\n${String(rows[5]?.note)}`);
		await tab.close();

		const again = await uploaded('Spring');
		await again.getByText('8 were sent before under this name.').waitFor();
		await answer(again, "Don't send");
		await again.getByText('Nothing was sent').waitFor();
		expect(n8n.sandbox.messages()).toHaveLength(8);
		await again.close();
	});

	test('says of each row that it was refused, and sends it the next time', async () => {
		n8n.sandbox.setAccount({ credit: 0 });
		const tab = await uploaded('No credit');
		const download = tab.waitForEvent('download');
		await answer(tab, 'Send now');
		await download;
		const rows = await returned();
		expect(rows.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'rejected'));
		expect(rows[0]?.problem).toContain('credit is not enough');
		expect(n8n.sandbox.messages()).toEqual([]);
		await tab.close();

		n8n.sandbox.setAccount({ credit: 1000 });
		const again = await uploaded('No credit');
		const second = again.waitForEvent('download');
		await answer(again, 'Send now');
		await second;
		expect(n8n.sandbox.messages()).toHaveLength(8);
		await again.close();
	});
}
