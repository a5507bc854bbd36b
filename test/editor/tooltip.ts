import type { Locator } from 'playwright-core';
import type { NodeView } from './nodeView.ts';

/** Points at a field's name, then at the question mark that appears, and gives the explanation. */
export async function explanationOf(view: NodeView, label: Locator): Promise<Locator> {
	const tooltip = view.page.locator('.n8n-tooltip:visible');
	// The last one fades away.
	await view.page.mouse.move(0, 0);
	await tooltip.first().waitFor({ state: 'hidden' });
	await label.locator('.n8n-text').first().hover();
	await label.locator('[data-icon=circle-help]').first().hover();
	await tooltip.first().waitFor();
	return tooltip.first();
}
