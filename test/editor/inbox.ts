import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { workflowOf } from '../e2e/built.ts';
import { endedRun, startRun } from '../e2e/rest-run.ts';
import { say, stageFor, type Opened } from '../inbox/opened.ts';
import { send } from '../newest/triggers/stage.ts';
import type { Editor, Subject } from './editor.ts';

const WORKFLOW = 'to-the-inbox';
const ROW = { to: '09121234567', text: 'سلام سارا، سفارش شما آماده است 🎉' };

/** What n8n sends, in the sandbox's inbox beside the editor. */
export const inbox: Subject = {
	workflows: [workflowOf(WORKFLOW, [ROW], [send('Send')])],
	tests: inboxTests,
};

function inboxTests(opened: () => Editor): void {
	let editor: Editor;
	let shown: Opened;

	beforeAll(async () => {
		editor = opened();
		editor.sandbox.reset();
		const browser = (await editor.open()).context().browser();
		if (browser === null) throw new Error('no browser');
		shown = await stageFor(editor.sandbox, browser).open();
	});

	// Undefined where the beginning failed.
	afterAll(() => (shown as Opened | undefined)?.close());

	const run = async () => await endedRun(editor.server, await startRun(editor.server, WORKFLOW));

	/** Notes, in the page itself, the instant at which words are first in sight. */
	const whenShown = async (words: string): Promise<number> =>
		await shown.page
			.waitForFunction(
				(wanted) => document.body.textContent?.includes(wanted) && Date.now(),
				words,
				{ polling: 'raf' },
			)
			.then(async (handle) => Number(await handle.jsonValue()));

	test('what a real workflow sends lights up in the open page', async () => {
		const { page } = shown;
		await page.getByText('No messages yet').waitFor();
		const moment = whenShown(ROW.text);
		expect((await run()).status).toBe('success');
		const accepted = Date.parse(editor.sandbox.messages()[0]?.at ?? '');
		// Told and not judged: how long a machine takes is its own affair.
		say(`inbox: a message of n8n's is shown ${(await moment) - accepted} ms after it was accepted`);
		await page.locator('.row').click();
		await page.locator('.item').getByText('1 part, UCS-2').waitFor();
	});

	test('a fault that is switched on in the page meets the next run', async () => {
		const { page } = shown;
		await page.getByLabel('What goes wrong').selectOption('Number refused (1010)');
		await page.getByRole('button', { name: 'Switch on' }).click();
		await page.getByText('Has not struck yet').waitFor();
		expect((await run()).status).toBe('error');
		await page.locator('.item').getByText('destination refused (code 1010)').waitFor();
		await page.getByRole('button', { name: 'Switch off' }).click();
		await page.locator('.fault').waitFor({ state: 'detached' });
		expect((await run()).status).toBe('success');
		await page.locator('.item').nth(2).waitFor();
		expect(editor.sandbox.messages()).toHaveLength(2);
		expect(shown.troubles).toEqual([]);
	});
}
