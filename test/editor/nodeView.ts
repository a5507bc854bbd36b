import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from './editor.ts';

/** The view of one node: input at the left, parameters in the middle, output at the right. */
export class NodeView {
	readonly page: Page;
	readonly root: Locator;
	readonly input: Locator;
	readonly output: Locator;
	/** The parameters, without the node's settings, which n8n keeps hidden in the same element. */
	readonly parameters: Locator;

	private constructor(page: Page) {
		this.page = page;
		this.root = page.locator('[data-test-id=ndv]');
		this.input = page.locator('[data-test-id=ndv-input-panel]');
		this.output = page.locator('[data-test-id=output-panel]');
		this.parameters = page.locator('[data-test-id=node-parameters]').first();
	}

	/** Opens a node by a double-click on the canvas. */
	static async open(page: Page, name: string): Promise<NodeView> {
		await page
			.locator('[data-test-id=canvas-node]')
			.filter({ has: page.getByText(name, { exact: true }) })
			.dblclick();
		return await NodeView.opened(page);
	}

	/** The view that n8n has opened by itself. */
	static async opened(page: Page): Promise<NodeView> {
		const view = new NodeView(page);
		await view.input.waitFor();
		await view.output.waitFor();
		return view;
	}

	/** The name of the chosen credential. */
	async credential(): Promise<string> {
		return await this.root
			.locator('[data-test-id=node-credentials-select]:visible input')
			.inputValue();
	}

	/** The control of a parameter. */
	parameter(name: string): Locator {
		return this.root.locator(`[data-test-id=parameter-input-${name}]:visible`);
	}

	/** What encloses a parameter's label, control and hint. */
	item(name: string): Locator {
		return this.root
			.locator('[data-test-id=parameter-item]')
			.filter({ has: this.page.locator(`[data-test-id=parameter-input-${name}]`) });
	}

	/** The names of the shown fields, in the order in which they stand. */
	async fields(): Promise<string[]> {
		const labels = this.parameters.locator('[data-test-id=input-label]:visible');
		return await labels.evaluateAll((all) =>
			all.map((label) => label.querySelector('.n8n-text')?.textContent.trim() ?? ''),
		);
	}

	/**
	 * The last of the shown fields, as many as expected. n8n draws the fields of a group after the group's name, so
	 * what is read is waited for; if it does not come, what stands there instead is given.
	 */
	async lastFields(expected: readonly string[]): Promise<string[]> {
		const begun = Date.now();
		for (;;) {
			const last = (await this.fields()).slice(-expected.length);
			const isLate = Date.now() - begun > PATIENCE_MS;
			if (isLate || isDeepStrictEqual(last, expected)) return last;
			await this.page.waitForTimeout(100);
		}
	}

	/** The name of a field. */
	label(name: string): Locator {
		return this.parameters
			.locator('[data-test-id=input-label]:visible')
			.filter({ has: this.page.getByText(name, { exact: true }) });
	}

	/** Names of parameters whose control has no name beside it. */
	async unlabelled(): Promise<string[]> {
		const controls = this.parameters.locator(
			'[data-test-id=parameter-item] [data-test-id^=parameter-input-]:visible:not(input, textarea)',
		);
		return await controls.evaluateAll((all) =>
			all
				.filter((control) => {
					const item = control.closest('[data-test-id=parameter-item]');
					const label = item?.querySelector('[data-test-id=input-label] .n8n-text');
					return (label?.textContent.trim() ?? '') === '';
				})
				.map((control) => control.getAttribute('data-test-id') ?? ''),
		);
	}

	/** Opens a list of choices and gives what it shows. */
	async choices(parameter: string): Promise<Locator> {
		await this.parameter(parameter).click();
		const shown = this.page.locator('[data-test-id=parameter-input-item]:visible');
		await shown.first().waitFor();
		return shown;
	}

	/** Chooses from a list as a person does. */
	async choose(parameter: string, choice: string): Promise<void> {
		const shown = await this.choices(parameter);
		await shown.filter({ has: this.page.getByText(choice, { exact: true }) }).click();
		await shown.first().waitFor({ state: 'hidden' });
	}

	/** Shows table, schema or JSON in one of the two panels. */
	async show(panel: 'input' | 'output', mode: 'schema' | 'table' | 'json'): Promise<void> {
		await this[panel].locator(`[data-test-id=radio-button-${mode}]`).click();
	}

	async execute(): Promise<void> {
		await this.page.locator('[data-test-id=node-execute-button]').click();
	}

	/** Rows of a panel's table, as text, without the header. */
	async table(panel: 'input' | 'output'): Promise<{ columns: string[]; rows: string[][] }> {
		const table = this[panel].locator('[data-test-id=ndv-data-container] table').first();
		await table.locator('tbody tr td').first().waitFor();
		const columns = await table.locator('thead th').allInnerTexts();
		const rows = await table
			.locator('tbody tr')
			.evaluateAll((all) =>
				all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
			);
		const named = columns.map((column) => column.trim()).filter((column) => column !== '');
		return { columns: named, rows: rows.map((row) => row.slice(0, named.length)) };
	}
}

/** The collection 'Options' of the node's parameters. */
export class OptionList {
	private readonly view: NodeView;
	private readonly offered: Locator;

	constructor(view: NodeView) {
		this.view = view;
		this.offered = view.page.locator('[data-test-id=collection-parameter-option]:visible');
	}

	/** Opens the list of options and gives their names; it stays open. */
	async open(): Promise<string[]> {
		await this.button.click();
		await this.offered.first().waitFor();
		return (await this.offered.allInnerTexts()).map((name) => name.trim());
	}

	/** What opens the list; where a node has only one option, what adds it. */
	get button(): Locator {
		return this.view.parameters.locator('[data-test-id=collection-parameter-add]:visible').first();
	}

	/** The list that is open. */
	get box(): Locator {
		return this.view.page.locator('.el-popper:visible').last();
	}

	/**
	 * Lets the lists of a page open at their whole length, for a picture: n8n's show eight names and scroll, and grow
	 * while they open. Gives what undoes it.
	 */
	static async unroll(page: Page): Promise<() => Promise<void>> {
		const content =
			'.el-select-dropdown__wrap { max-height: none !important; } .el-popper { transition: none !important; }';
		const style = await page.addStyleTag({ content });
		return () => style.evaluate((element) => void element.parentNode?.removeChild(element));
	}

	async close(): Promise<void> {
		await this.view.page.keyboard.press('Escape');
		await this.offered.first().waitFor({ state: 'hidden' });
	}
}

/** Drags a column of the input onto a parameter, as with the mouse. */
export async function dragColumn(view: NodeView, column: string, parameter: string): Promise<void> {
	const { mouse } = view.page;
	const from = await middleOf(view.input.locator(`[data-target=mappable][data-name="${column}"]`));
	const to = await middleOf(view.parameter(parameter));
	await mouse.move(from.x, from.y);
	await mouse.down();
	// n8n takes it for a drag from some pixels on, and looks at each move for what lies below.
	await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 10 });
	await mouse.move(to.x, to.y, { steps: 10 });
	await mouse.up();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
	await element.waitFor();
	const box = await element.boundingBox();
	if (box === null) throw new Error('nothing to take hold of');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
