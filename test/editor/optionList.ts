import type { Locator, Page } from 'playwright-core';
import type { NodeView } from './nodeView.ts';

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

	/** Adds an option. */
	async add(name: string): Promise<void> {
		await this.open();
		await this.offered.filter({ has: this.view.page.getByText(name, { exact: true }) }).click();
		await this.offered.first().waitFor({ state: 'hidden' });
		await this.view.label(name).waitFor();
	}
}
