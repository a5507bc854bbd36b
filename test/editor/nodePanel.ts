import type { Locator, Page } from 'playwright-core';

export const NODE = 'SMS and Voice Gateway';

/** The panel in which one looks for a node and adds it. */
export class NodePanel {
	readonly root: Locator;
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
		this.root = page.locator('[data-test-id=node-creator]');
	}

	async open(): Promise<void> {
		await this.page.locator('[data-test-id=node-creator-plus-button]').click();
		await this.search.waitFor();
	}

	/** Types a word and gives the names found, in order; `community` are those that do not come with n8n. */
	async find(word: string): Promise<{ names: string[]; community: string[] }> {
		// The results come a moment after the word: an empty search tells the next ones from the last ones.
		await this.search.fill('');
		await this.found(NODE).waitFor({ state: 'hidden' });
		await this.search.fill(word);
		await this.found(NODE).waitFor();
		const results = this.root.locator('[data-test-id=item-iterator-item]');
		const names = await results.locator('[data-test-id=node-creator-item-name]').allInnerTexts();
		// A box beside the name marks a community node.
		const community = await results
			.filter({ has: this.page.locator('[data-icon=box]') })
			.locator('[data-test-id=node-creator-item-name]')
			.allInnerTexts();
		return { names, community };
	}

	/** Opens the found node and gives the names of its actions. */
	async actions(): Promise<string[]> {
		await this.found(NODE).click();
		await this.details.getByText('Actions (7)').waitFor();
		return await this.details.locator('[data-test-id=node-creator-item-name]').allInnerTexts();
	}

	/** What the panel shows of the opened node; while it slides in, the list of results is still there. */
	get details(): Locator {
		return this.root.locator('aside').filter({ hasText: 'Node details' });
	}

	/** Waits until only the opened node is left, so that a picture shows nothing halfway. */
	async settled(): Promise<void> {
		await this.search.first().waitFor({ state: 'hidden' });
	}

	private get search(): Locator {
		return this.page.locator('[data-test-id=node-creator-search-bar]');
	}

	private found(name: string): Locator {
		return this.root.locator('[data-test-id=item-iterator-item]').filter({ hasText: name }).first();
	}
}
