import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SPREADSHEET_WORKFLOW } from '../../host/example.ts';
import { expectedMessages, rowsToCorrect, sheetRows } from '../e2e/sheet.ts';
import { exampleWorkflows } from '../../host/workflows.ts';
import type { Subject } from './editor.ts';
import { NodeView } from './nodeView.ts';
import { look } from '../pictures.ts';

const FOR_CANVAS = { width: 1440, height: 640 };
const FOR_TABLE = { width: 1500, height: 620 };

/** The output of a node as a table, in the whole of its view. */
async function tableOf(page: Page, node: string): Promise<NodeView> {
	const view = await NodeView.open(page, node);
	await view.show('output', 'table');
	return view;
}

/** The example that `npm start` opens, by its button. */
export const sheet: Subject = {
	workflows: [...exampleWorkflows().values()],
	tests(opened) {
		test('the spreadsheet example goes from the file to the sheet of rows to correct by one click', async () => {
			const editor = opened();
			editor.sandbox.reset();
			const rowsOfSheet = sheetRows();
			const [right, wrong] = [expectedMessages(rowsOfSheet), rowsToCorrect(rowsOfSheet)];
			const page = await editor.open(SPREADSHEET_WORKFLOW);
			await page.setViewportSize(FOR_CANVAS);
			await page.locator('[data-test-id=zoom-to-fit]').click();
			await look(page, 'sheet-1-workflow');

			await page.locator('[data-test-id=execute-workflow-button]').click();
			const done = page.locator('[data-test-id=canvas-node-status-success]');
			// Note, the file's other form and the sheet's own reader do not run.
			await done.nth(9).waitFor();
			await page.locator('[data-test-id=zoom-to-fit]').click();
			await look(page, 'sheet-2-executed');
			expect(
				editor.sandbox.messages().map(({ destination, message }) => ({ destination, message })),
			).toEqual(right);

			await page.setViewportSize(FOR_TABLE);
			const sent = await tableOf(page, 'Send SMS');
			expect(await sent.output.innerText()).toContain(
				`${right.length + wrong.length} rows: ${right.length} accepted, ${wrong.length} rejected.`,
			);
			const { rows } = await sent.table('output');
			expect(rows.map(([outcome]) => outcome)).toEqual(right.map(() => 'accepted'));
			await look(page, 'sheet-3-sent');
			await sent.close();

			const left = await tableOf(page, 'Rows to correct');
			const toCorrect = await left.table('output');
			expect(toCorrect.columns).toEqual(['name', 'phone', 'note', 'error', 'outcome', 'advice']);
			expect(toCorrect.rows.map(([name]) => name)).toEqual(wrong.map(({ name }) => name));
			await look(page, 'sheet-4-to-correct');
			await left.close();

			const inbox = await page.context().newPage();
			await inbox.setViewportSize({ width: 1280, height: 620 });
			await inbox.goto(editor.sandbox.url);
			const last = right.at(-1)?.message.split('\n')[1] ?? '';
			await inbox.getByText(last.slice(0, 20)).first().click();
			await inbox.locator('.bubble, [class*=bubble]').first().waitFor();
			await look(inbox, 'sheet-5-inbox');
			await inbox.close();
		});
	},
};
