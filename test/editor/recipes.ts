import type { Locator } from 'playwright-core';
import { exampleWorkflows, type Workflow } from '../e2e/n8n.ts';
import { picture, TAKES_PICTURES } from '../pictures.ts';
import { RECIPE_PAGES, RECIPES_WITH_TESTS } from '../unit/docs/pages.ts';
import type { Subject } from './editor.ts';

/** How wide GitHub shows a picture. */
const SHOWN = 840;
/** What a piece of a canvas may take, so that its names can still be read in a picture of that width. */
const WIDEST = 1280;
const SMALLEST_LETTERS = 9;
const NODE_WIDTH = 100;
/** A node's name, and what it does, below it. */
const NAME = '[class*=_description_]';
/** Room for a whole workflow at n8n's full size. */
const FOR_CANVAS = { width: 3000, height: 1400 };
const NODE = '[data-test-id=canvas-node]';
/** What shows on the canvas beside the nodes, and the notes on how to begin, which the page says too. */
const NODES_ALONE =
	'[data-test-id=canvas-minimap], [data-test-id=canvas-controls], .vue-flow__panel, .vue-flow__node:has([data-test-id=sticky]), .el-notification { visibility: hidden !important; }';

/** Where a node stands, from left to right. */
const at = ({ position }: Workflow['nodes'][number]) => (position as [number, number])[0];

/** The nodes in pieces that are narrow enough, from left to right. */
function piecesOf({ nodes }: Workflow): Array<Workflow['nodes']> {
	const shown = nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
	const left = Math.min(...shown.map(at));
	const width = widthOf(shown);
	const count = Math.ceil((width + NODE_WIDTH) / WIDEST);
	const each = (width + 1) / count;
	return Array.from({ length: count }, (_, nth) =>
		shown.filter((node) => Math.floor((at(node) - left) / each) === nth),
	);
}

/** From the first of some nodes to the last. */
const widthOf = (nodes: Workflow['nodes']): number =>
	Math.max(...nodes.map(at)) - Math.min(...nodes.map(at));

/** Each page, and the workflow that it shows, the one with the widest piece first. */
const PAGES = Object.entries({ ...RECIPE_PAGES, ...RECIPES_WITH_TESTS })
	.map(([page, file]) => ({ page, workflow: exampleWorkflows().get(file) as Workflow }))
	.map((recipe) => ({ ...recipe, widest: Math.max(...piecesOf(recipe.workflow).map(widthOf)) }))
	.sort((one, other) => other.widest - one.widest);

/** How high the letters of a node's name are. */
const letters = async (name: Locator): Promise<number> =>
	await name.evaluate((box: HTMLElement) => {
		const scale = box.getBoundingClientRect().width / box.offsetWidth;
		return parseFloat(getComputedStyle(box.firstElementChild ?? box).fontSize) * scale;
	});

/** The canvas of each recipe, for its page. */
export const recipes: Subject = {
	workflows: [...exampleWorkflows().values()],
	tests(opened) {
		// The others' letters are larger.
		test.each(TAKES_PICTURES ? PAGES : PAGES.slice(0, 1))(
			'the canvas of $page can be read at the width at which its page shows it',
			async ({ page: pageName, workflow }) => {
				const page = await opened().open(workflow.id);
				await page.setViewportSize(FOR_CANVAS);
				await page.locator('[data-test-id=zoom-to-fit]').click();
				const pieces = piecesOf(workflow);
				const partsOf = (nodes: Workflow['nodes']) =>
					nodes
						.map(({ name }) => page.locator(`${NODE}[data-node-name="${name}"]`))
						.flatMap((node) => [node, node.locator(NAME)]);
				const all = partsOf(pieces.flat());
				for (const [nth, nodes] of pieces.entries()) {
					const part = pieces.length === 1 ? '' : `-${nth + 1}`;
					const title = `recipe-${pageName.replace('.md', part)}`;
					const width = await picture(page, title, partsOf(nodes), NODES_ALONE, all);
					const size = await letters(page.locator(NAME).first());
					expect(size * Math.min(1, SHOWN / width)).toBeGreaterThanOrEqual(SMALLEST_LETTERS);
				}
			},
		);
	},
};
