import type { Page } from 'playwright-core';
import { come, freePort, gateway, workflowOf } from '../e2e/n8n.ts';
import { CredentialDialog } from './credentialDialog.ts';
import { dragColumn, NodeView } from './nodeView.ts';
import type { Editor, Subject } from './editor.ts';
import { bothThemes, look, picture } from '../pictures.ts';
import { cutTexts, rawTexts } from './texts.ts';

const WRONG_PASSWORD = 'not-the-right-one';
const FOR_README = { width: 1280, height: 800 };
const FOR_WIDE_TABLE = { width: 1960, height: 480 };

const sara = { name: 'Sara', phone: '09121234567', order: 'A-1001' };
const reza = { name: 'Reza', phone: '0935 123 4567', order: 'A-1002' };
/** A spreadsheet has rounded her number. */
const nora = { name: 'Nora', phone: '9.12123E+09', order: 'A-1003' };
/** What is wrong with her number, in the hint. */
const WRONG = `First: 'To' of item 2 holds "${nora.phone}", which is a rounded number.`;
const maryam = { name: 'Maryam', phone: '۰۹۱۳۱۲۳۴۵۶۷', order: 'A-1004' };
const ali = { name: 'Ali', phone: '09151234567', order: 'A-1005' };
const right = [sara, reza, maryam, ali];
const customers = [sara, reza, nora, maryam, ali];

const at = (column: number, more = {}) => ({ position: [208 * column, 0], ...more });
const text = '=Hello {{ $json.name }}, your order {{ $json.order }} is ready.';
const sms = (operation: string, more: Record<string, unknown> = {}) => ({
	resource: 'sms',
	operation,
	source: '3000',
	destination: '={{ $json.phone }}',
	message: text,
	options: {},
	...more,
});
const bulk = (id: string, options = {}) =>
	workflowOf(id, customers, [
		gateway(
			'Send Bulk',
			sms('sendBulk', { options: { invalidRows: 'skip', ...options } }),
			at(1, { onError: 'continueErrorOutput' }),
		),
	]);
const toFill = (id: string) =>
	workflowOf(
		id,
		[sara, reza],
		[gateway('Send SMS', sms('send', { destination: '', message: 'Hello' }), at(1))],
	);

let editor: Editor;
let page: Page;
/** How much n8n had told the tabs when the test began. */
let toldBefore: number;

async function openWorkflow(id: string): Promise<void> {
	page = await editor.open(id);
}

const received = () =>
	editor.sandbox
		.messages()
		.map(({ source, destination, message }) => ({ source, destination, message }));

/** The service takes two texts and refuses the third. */
const creditEnds = () =>
	editor.sandbox.setFaults([
		{
			match: { destination: '09131234567' },
			fault: { kind: 'refuse', code: 1006, message: 'credit is not enough', status: 402 },
		},
	]);

/** From filling in to the result, as a person does it. */
export const run: Subject = {
	workflows: [
		toFill('credential'),
		toFill('drag'),
		bulk('bulk'),
		bulk('dry', { dryRun: true }),
		workflowOf('stop', right, [gateway('Send SMS', sms('send'), at(1))]),
	],
	tests: runTests,
};

function runTests(opened: () => Editor): void {
	beforeAll(() => {
		editor = opened();
	});

	beforeEach(() => {
		editor.sandbox.reset();
		toldBefore = editor.told.length;
	});

	/** Whatever a test did, n8n has told the tabs no password since the login, and nothing on the page shows one. */
	afterEach(async () => {
		expect(editor.told.length).toBeGreaterThan(toldBefore);
		for (const secret of [editor.sandbox.password, WRONG_PASSWORD]) {
			expect(editor.told.filter((one) => one.includes(secret))).toEqual([]);
			expect(await page.locator('body').innerText()).not.toContain(secret);
		}
	});

	test('a credential is entered, tested, refused with reasons of its own, corrected and accepted', async () => {
		await openWorkflow('credential');
		const view = await NodeView.open(page, 'Send SMS');
		const dialog = new CredentialDialog(page);
		await dialog.create();
		expect(await dialog.labels()).toEqual([
			'Username',
			'Password',
			'SMS Base URL',
			'Call Base URL',
			'Allow Plain HTTP',
			'Default From',
			'Number Format',
			'Test Numbers',
			'Answers',
			// n8n's own, of every credential.
			'Allowed HTTP Request Domains',
		]);
		await page.setViewportSize(FOR_README);
		await dialog.fill({
			username: 'demo',
			password: WRONG_PASSWORD,
			smsBaseUrl: 'https://sms.example.com',
			callBaseUrl: 'https://call.example.com',
		});
		expect(await dialog.field('password').getAttribute('type')).toBe('password');
		expect(await cutTexts(dialog.root)).toEqual([]);
		expect(await rawTexts(dialog.root)).toEqual([]);
		await bothThemes(page, 'credential', dialog.box);

		// Opened as a node's option of that name is.
		await dialog.root.getByText('Add format').click();
		await dialog.field('countryCode').fill('98');
		expect(await dialog.field('trunkPrefix').inputValue()).toBe('0');
		expect(await cutTexts(dialog.root)).toEqual([]);
		await look(page, 'light/credential, number format');

		const { url, username, password } = editor.sandbox;
		await dialog.fill({ username, smsBaseUrl: url, callBaseUrl: url });
		await dialog.saveInVain(
			'The login was refused: "username or password is wrong" (HTTP 401). Check username and password.',
		);
		expect(await cutTexts(dialog.root)).toEqual([]);
		await look(page, 'light/credential, wrong password');

		const nobody = `http://127.0.0.1:${await freePort()}`;
		await dialog.fill({ password, callBaseUrl: nobody });
		await dialog.saveInVain(
			`The service can't be reached at ${nobody} (ECONNREFUSED). Check 'Call Base URL', and that this n8n can reach the address.`,
		);
		expect(await cutTexts(dialog.root)).toEqual([]);
		await look(page, 'light/credential, unreachable');

		await dialog.fill({ callBaseUrl: url });
		await dialog.save();
		// A test that succeeds closes the dialog.
		await dialog.root.waitFor({ state: 'hidden' });
		expect(await view.credential()).toBe('SMS and Voice Gateway account');
		await dialog.edit();
		await dialog.root.getByText('Connection tested successfully').waitFor();
		expect(await dialog.field('password').inputValue()).toMatch(/^__n8n_BLANK_VALUE_/);
		await look(page, 'light/credential, accepted');
		expect(editor.sandbox.messages()).toEqual([]);

		const answers = dialog.root.locator('[data-test-id=fixed-collection-answers]');
		await answers.getByRole('button').last().click();
		const inputs = answers.locator('input');
		await inputs.nth(0).fill('RetStatus');
		await inputs.nth(1).fill('1');
		expect(await cutTexts(dialog.root)).toEqual([]);
		expect(await rawTexts(dialog.root)).toEqual([]);
		await answers.scrollIntoViewIfNeeded();
		await look(page, 'light/credential, an answer taught');
		const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
		// n8n tests it once the editor knows that it is saved; who goes on before is asked whether to throw it away.
		const tested = page.waitForResponse((response) =>
			new URL(response.url()).pathname.endsWith('/credentials/test'),
		);
		await dialog.save();
		const patched = await saved;
		expect(patched.ok()).toBe(true);
		expect((await tested).ok()).toBe(true);
		// One that is edited stays open, unlike a new one.
		await dialog.close();
		const stored = await page.request.get(`${patched.url()}?includeData=true`, {
			headers: { 'browser-id': (await patched.request().headerValue('browser-id')) ?? '' },
		});
		expect(await stored.json()).toMatchObject({
			data: { data: { answers: { answer: [{ field: 'RetStatus', value: '1' }] } } },
		});

		const body = '{"RetStatus":1,"Value":"8812345678"}';
		editor.sandbox.setFaults([
			{ match: { host: 'sms' }, fault: { kind: 'raw', body, accept: true } },
		]);
		await view.parameter('destination').locator('input').fill(sara.phone);
		await view.execute();
		await view.show('output', 'table');
		const { rows } = await view.table('output');
		expect(rows.map(([outcome]) => outcome)).toEqual(['accepted', 'accepted']);
		expect(received()).toHaveLength(2);
		await look(page, 'light/credential, sent by the answer taught');
	});

	test("a column dragged from the input onto 'To' becomes an expression, and is sent", async () => {
		await openWorkflow('drag');
		await page.setViewportSize(FOR_README);
		const view = await NodeView.open(page, 'Send SMS');
		await view.show('input', 'schema');
		await dragColumn(view, 'phone', 'destination');
		const field = view.item('destination');
		await field.locator('.cm-content').filter({ hasText: '{{ $json.phone }}' }).waitFor();
		await field
			.locator('[data-test-id=parameter-expression-preview-destination]')
			.getByText(sara.phone, { exact: true })
			.waitFor();

		await view.execute();
		await view.show('output', 'table');
		const { columns, rows } = await view.table('output');
		expect(columns.join()).toBe('outcome,messageIds,destinations,encoding,parts,response');
		expect(rows.map(([, , destinations]) => destinations?.replace(/\s/g, ''))).toEqual([
			'0:09121234567',
			'0:09351234567',
		]);
		await view.output.getByText('2 items').first().waitFor();
		expect(await cutTexts(view.parameters)).toEqual([]);
		expect(received()).toEqual([
			{ source: '3000', destination: '09121234567', message: 'Hello' },
			{ source: '3000', destination: '09351234567', message: 'Hello' },
		]);
	});

	test('a dry run says what the run would take, and the credit there is', async () => {
		editor.sandbox.setAccount({ credit: 1234 });
		await openWorkflow('dry');
		await page.setViewportSize(FOR_WIDE_TABLE);
		const view = await NodeView.open(page, 'Send Bulk');
		await view.execute();
		await view.show('output', 'table');
		await view.output
			.getByText(
				`Dry run, nothing was sent; 5 rows: 4 would be sent, 1 wrong. ${WRONG} 4 message parts in 1 request; the credit is 1,234.`,
			)
			.waitFor();
		await bothThemes(page, 'dry-run', view.output);
		expect(received()).toEqual([]);
	});

	test('a bulk shows one row for each message, and the wrong row with its reason', async () => {
		await openWorkflow('bulk');
		await page.setViewportSize(FOR_README);
		const view = await NodeView.open(page, 'Send Bulk');
		await view.show('input', 'table');
		await view.execute();
		await view.output.getByText('Success Branch (4 items)').waitFor();
		await view.show('output', 'table');
		const hint = `5 rows: 4 accepted, 1 rejected. ${WRONG} 4 message parts in 1 request.`;
		await view.output.getByText(hint).waitFor();
		const { columns, rows } = await view.table('output');
		expect(columns.join()).toBe('outcome,messageId,destination,encoding,parts,source,batch');
		const ids = editor.sandbox.messages().map(({ id }) => id);
		const numbers = ['09121234567', '09351234567', '09131234567', '09151234567'];
		expect(rows.map((row) => row.slice(0, 3))).toEqual(
			numbers.map((number, nth) => ['accepted', ids[nth], number]),
		);
		expect(await cutTexts(view.parameters)).toEqual([]);
		await bothThemes(page, 'send-bulk', view.root);

		await view.output.getByText('Error Branch (1 item)').click();
		await view.output.getByText('Nora').waitFor();
		const failed = await view.table('output');
		expect(failed.columns).toEqual(['name', 'phone', 'order', 'error', 'details']);
		expect(failed.rows).toHaveLength(1);
		expect(failed.rows[0]?.[3]).toContain("'To'");
		await page.setViewportSize(FOR_WIDE_TABLE);
		await picture(page, 'error-branch', view.output);
		expect(received().map(({ message }) => message)).toEqual(
			right.map(({ name, order }) => `Hello ${name}, your order ${order} is ready.`),
		);
	});

	test('a failed item stops the run, and the error panel says what was sent and what to do', async () => {
		creditEnds();
		await openWorkflow('stop');
		await page.setViewportSize(FOR_README);
		const view = await NodeView.open(page, 'Send SMS');
		await view.execute();
		const message = view.output.locator('[data-test-id=node-error-message]');
		await message.waitFor();
		const description = view.output.locator('[data-test-id=node-error-description]');
		expect(await message.innerText()).toContain(
			'The service refused the request: "credit is not enough" (code 1006, HTTP 402)',
		);
		const told = await description.innerText();
		const [one, two] = editor.sandbox.messages().map(({ id }) => id);
		expect(told).toContain('Top up the account');
		expect(told).toContain(`2 accepted (item 0, message id ${one}; item 1, message id ${two})`);
		expect(told).toContain('1 rejected (item 2)');
		expect(told).toContain('1 not sent (item 3)');
		expect(await cutTexts(view.output)).toEqual([]);
		expect(await rawTexts(view.output)).toEqual([]);
		await picture(page, 'error-panel', view.root);
		// The notes that pass by lie over the details.
		const notes = page.locator('.el-notification');
		await come(async () => {
			const close = notes.locator('.el-notification__closeBtn').first();
			if (await close.isVisible()) await close.click({ timeout: 1_000 }).catch(() => undefined);
			return (await notes.count()) === 0;
		});
		for (const part of ['From SMS and Voice Gateway', 'Other info'])
			await view.output.getByText(part).click();
		await look(page, 'light/error panel, details');
		expect(received()).toHaveLength(2);
	});
}
