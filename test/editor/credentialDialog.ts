import type { Locator, Page } from 'playwright-core';

/** The dialog in which a credential is entered, saved and tested. */
export class CredentialDialog {
	readonly root: Locator;
	private readonly page: Page;

	constructor(page: Page) {
		this.page = page;
		this.root = page.locator('[data-test-id=editCredential-modal]');
	}

	/** The dialog as it is seen, without what lies behind it. */
	get box(): Locator {
		return this.page.locator('.el-dialog:visible').last();
	}

	/** From the node's panel: Credential → Create new credential. */
	async create(): Promise<void> {
		await this.page.locator('[data-test-id=node-credentials-select]:visible').click();
		await this.page.locator('[data-test-id=node-credentials-select-item-new]:visible').click();
		await this.field('username').waitFor();
	}

	/** From the node's panel: the pencil beside the credential. */
	async edit(): Promise<void> {
		await this.page.locator('[data-test-id=credential-edit-button]:visible').click();
		await this.field('username').waitFor();
	}

	field(name: string): Locator {
		return this.root.locator(`[data-test-id=parameter-input-${name}] input`);
	}

	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) {
			await this.field(name).fill(value);
			await this.field(name).blur();
		}
		// The editor takes over what was typed some moments later; timers of the page come after its own.
		await this.page.evaluate(() => new Promise((taken) => setTimeout(taken, 1000)));
	}

	/** Saves, which tests it too. */
	async save(): Promise<void> {
		await this.root.locator('[data-test-id=credential-save-button]').click();
	}

	/** Saves, and waits until the failed test's details say these words. */
	async saveInVain(words: string): Promise<void> {
		await this.save();
		const told = this.root.getByText(words, { exact: true });
		const more = this.root.getByText('More details');
		await more.or(told).first().waitFor();
		if (await more.isVisible()) await more.click();
		await told.waitFor();
	}

	/** Names of the fields, in the order in which they stand. */
	async labels(): Promise<string[]> {
		const labels = this.root.locator('[data-test-id=credential-connection-parameter] label');
		return (await labels.allInnerTexts()).map(
			(label) => label.split('\n')[0]?.replace('*', '').trim() ?? '',
		);
	}

	async close(): Promise<void> {
		await this.root.locator('.el-dialog__close').first().click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
