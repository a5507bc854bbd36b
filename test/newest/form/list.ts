import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { openBrowser } from '../../../host/browser.ts';
import { installHost } from '../../../host/install.ts';
import {
	endedRun,
	exampleWorkflows,
	executionsOf,
	http,
	publish,
	type Served,
	type Workflow,
} from '../../e2e/n8n.ts';
import { picture } from '../../pictures.ts';
import { lastItemsOf } from '../docs/running.ts';

const FILE = 'excel-list-to-sms.json';
const LIST = 'workflows/contacts.xlsx';
/** Of a browser that n8n takes for a person's; it refuses a form to robots, and a headless one says that it is one. */
export const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const AUTH = { id: 'formLogin0000001', name: 'Who may send a list', type: 'httpBasicAuth' };
const LOGIN = { user: 'office', password: 'a-login-of-the-form-4711' };

/** What this test takes of SheetJS, with which n8n reads the files: n8n's own copy. */
interface SheetJs {
	utils: {
		aoa_to_sheet(rows: unknown[][]): object;
		book_new(): object;
		book_append_sheet(book: object, sheet: object, name: string): void;
	};
	write(book: object, options: { type: 'buffer'; bookType: string }): Buffer;
}

/** The recipe of an Excel list, in a browser. */
export function list(served: () => Served): void {
	let n8n: Served;
	let browser: Browser;
	let xlsx: SheetJs;
	let id: string;

	beforeAll(async () => {
		n8n = served();
		const hostFolder = await installHost(() => undefined);
		xlsx = createRequire(join(hostFolder, 'package.json'))('@e965/xlsx') as SheetJs;
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

	/** A sheet as a file. */
	function fileOf(rows: unknown[][]) {
		const book = xlsx.utils.book_new();
		xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), 'List');
		return {
			name: 'list.xlsx',
			mimeType: 'application/octet-stream',
			buffer: xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }),
		};
	}

	/** Uploads a list under the name of a mailing, or its first rows only, and waits for the page that says what would be sent, or why nothing. */
	async function uploaded(mailing: string, rows?: unknown[][], first = ''): Promise<Page> {
		const tab = await browser.newPage({
			userAgent: USER_AGENT,
			httpCredentials: { username: LOGIN.user, password: LOGIN.password },
		});
		tab.setDefaultTimeout(600_000);
		await tab.goto(`${n8n.server.url}/form/send-a-list`);
		await tab.locator('input[type=file]').setInputFiles(rows ? fileOf(rows) : LIST);
		await tab.getByLabel('Mailing').fill(mailing);
		await tab.getByLabel('First rows only').fill(first);
		await tab.getByRole('button', { name: 'Look at it' }).click();
		await tab.getByText(/rows would be sent|No row can be sent/).waitFor();
		return tab;
	}

	async function answer(tab: Page, choice: string): Promise<void> {
		await tab.getByLabel('Send them?').selectOption(choice);
		await tab.getByRole('button', { name: 'Go on' }).click();
	}

	/** Sends what is shown, and waits for the file that comes back. */
	async function sendNow(tab: Page): Promise<string> {
		const download = tab.waitForEvent('download');
		await answer(tab, 'Send now');
		return (await download).suggestedFilename();
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
		expect(shown).toContain('0 are in the list twice. Who has had it under this name is left out.');
		expect(shown).toContain('Hello Emma Clarke,');
		expect(shown).toContain("Row 11 (Nina Rossi): 'To' holds 91, which has 2 digits");
		expect(n8n.sandbox.messages()).toEqual([]);
		await picture(tab, 'excel-list-page', tab.locator('#n8n-form'), '');
		expect(await sendNow(tab)).toBe('Spring.xlsx');
		await tab.getByText('8 sent, 2 to correct').waitFor();
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
			row_number: 8,
			outcome: 'accepted',
			problem: '',
			messageId: expect.stringMatching(/^\d{16}$/),
		});
		const texts = n8n.sandbox.messages().map(({ message }) => message);
		expect(texts).toHaveLength(8);
		expect(texts[4]).toBe(`Hello Sara O'Neil, MD,\n${String(rows[5]?.note)}`);
		await tab.close();

		// Corrected as it came back: only the rest is sent, and the ids of the others stay.
		const corrected = rows.map((row, nth) => (nth === 8 ? { ...row, phone: '09120000009' } : row));
		const columns = Object.keys(rows[0] ?? {});
		const again = await uploaded('Spring', [
			columns,
			...corrected.map((row) => columns.map((column) => row[column])),
		]);
		await again.getByText('Who has had it under this name is left out.').waitFor();
		await sendNow(again);
		await again.getByText('1 sent, 8 sent before, 1 to correct').waitFor();
		const ids = (some: typeof rows) => some.map(({ messageId }) => messageId);
		const after = await returned();
		expect(ids(after.filter((_, nth) => nth !== 8))).toEqual(
			ids(rows.filter((_, nth) => nth !== 8)),
		);
		expect(after[8]?.messageId).toBe(n8n.sandbox.messages().at(-1)?.id);
		expect(n8n.sandbox.messages()).toHaveLength(9);
		await again.close();
	});

	test('in two parts: the rest under the same name, and one file with the outcome and the ID of each row', async () => {
		const today = await uploaded('In parts', undefined, '4');
		expect(await today.locator('body').innerText()).toContain('4 of 4 rows would be sent');
		await sendNow(today);
		const rows = await returned();
		const first = n8n.sandbox.messages().map(({ id }) => id);
		expect(rows.map(({ messageId = '' }) => messageId)).toEqual([...first, '', '', '', '', '', '']);
		await today.close();

		const columns = ['name', 'phone', 'note', 'outcome', 'messageId'];
		const tomorrow = await uploaded('In parts', [
			columns,
			...rows.map((row) => columns.map((column) => row[column])),
		]);
		await sendNow(tomorrow);
		await tomorrow.getByText('4 sent, 4 sent before, 2 to correct').waitFor();
		const all = await returned();
		const [, , , , a, b, c, d] = n8n.sandbox.messages().map(({ id }) => id);
		const ids = [...first, '', a, b, c, '', d];
		expect(all.map(({ messageId }) => messageId)).toEqual(ids);
		expect(all.map(({ outcome }) => outcome)).toEqual(
			ids.map((id, nth) => (id === '' ? 'rejected' : nth < 4 ? 'duplicate' : 'accepted')),
		);
		expect(n8n.sandbox.messages()).toHaveLength(8);
		await tomorrow.close();
	});

	test('the page shows what leaves, letter by letter, and the row of the sheet', async () => {
		const name = `A & <b>{x}</b> $& ' "`;
		const rows = [
			['name', 'phone', 'note', 'sum'],
			[name, '09120000001', 'first\n{second} }'],
			[],
			['', '91', 'a'],
			['', '', '', 2],
			['Eve', '09120000002', '{{ 1 + 1 }}'],
		];
		const tab = await uploaded('Letters', rows);
		const shown = await tab.locator('body').innerText();
		expect(shown).toContain('Row 4 (91): \'To\' holds "91"');
		expect(shown).toMatch(/Row 6 \(Eve\): .* gives "\{\{ 1 \+ 1 \}\}"/);
		const text = await tab.locator('i').innerText();
		await sendNow(tab);
		expect(n8n.sandbox.messages().map(({ message }) => message)).toEqual([text]);
		expect(text).toBe(`Hello ${name},\nfirst\n{second} }`);
		const ends = (await returned()).map(({ row_number: row, outcome }) => [row, outcome]);
		expect(ends.sort()).toEqual([
			[2, 'accepted'],
			[4, 'rejected'],
			[5, 'rejected'],
			[6, 'rejected'],
		]);
		await tab.close();
	});

	test.each<[string, unknown[][], string[]]>([
		[
			'with other columns',
			[
				['First name', 'Mobile'],
				['Anna', '09120000001'],
			],
			[
				'Your file has the columns First name, Mobile. Send SMS uses phone, name, note.',
				"Row 2 (Anna): 'To' is empty",
			],
		],
		['without rows', [['name', 'phone', 'note']], ['Your file has no rows below its first.']],
	])('a list %s: only another file can be chosen', async (_, rows, says) => {
		const tab = await uploaded('None', rows);
		for (const words of says) await tab.getByText(words).waitFor();
		expect(await tab.getByText('Send now').count()).toBe(0);
		await tab.getByText('Choose another file').click();
		await tab.getByRole('button', { name: 'Look at it' }).waitFor();
		expect(n8n.sandbox.messages()).toEqual([]);
		await tab.close();
	});

	test("what is not to be sent isn't", async () => {
		const tab = await uploaded('Not now');
		await answer(tab, "Don't send");
		await tab.getByText('Nothing was sent').waitFor();
		expect(n8n.sandbox.messages()).toEqual([]);
		await tab.close();
	});
}
