import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';

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
	 * what is read is waited for; if it does not come within ten seconds, what stands there instead is given.
	 */
	async lastFields(expected: readonly string[]): Promise<string[]> {
		for (let triesLeft = 100; ; triesLeft -= 1) {
			const last = (await this.fields()).slice(-expected.length);
			if (triesLeft === 0 || isDeepStrictEqual(last, expected)) return last;
			await this.page.waitForTimeout(100);
		}
	}

	/** The name of a field. */
	label(name: string): Locator {
		return this.parameters
			.locator('[data-test-id=input-label]:visible')
			.filter({ has: this.page.getByText(name, { exact: true }) });
	}

	/** What encloses a field of that name, also of one within a group. */
	control(name: string): Locator {
		return this.label(name).locator('xpath=ancestor::*[@data-test-id="parameter-item"][1]');
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

	/** Goes back to the canvas. */
	async close(): Promise<void> {
		await this.page.locator('[data-test-id=ndv-close-button]').click();
		await this.root.waitFor({ state: 'hidden' });
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
