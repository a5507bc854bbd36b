import type { Locator } from 'playwright-core';
import type { NodeView } from './nodeView.ts';

/** Drags a column of the input onto a parameter, as with the mouse. */
export async function dragColumn(
	view: NodeView,
	mode: 'schema' | 'table',
	column: string,
	parameter: string,
): Promise<void> {
	const { mouse } = view.page;
	const from = await middleOf(columnOf(view, mode, column));
	const to = await middleOf(view.parameter(parameter));
	await mouse.move(from.x, from.y);
	await mouse.down();
	// n8n takes it for a drag from some pixels on, and looks at each move for what lies below.
	await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 10 });
	await mouse.move(to.x, to.y, { steps: 10 });
	await mouse.up();
}

function columnOf({ input, page }: NodeView, mode: 'schema' | 'table', column: string): Locator {
	return mode === 'schema'
		? input.locator(`[data-target=mappable][data-name="${column}"]`)
		: input
				.locator('thead [data-test-id=draggable]')
				.filter({ has: page.getByText(column, { exact: true }) });
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
	await element.waitFor();
	const box = await element.boundingBox();
	if (box === null) throw new Error('nothing to take hold of');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
