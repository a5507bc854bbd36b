import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { found } from '../../../host/found.ts';
import type { Workflow } from '../../../host/workflows.ts';
import { blocksOf, readPage, sectionOf } from '../../unit/docs/markdown.ts';
import { OPERATION_PAGES } from '../../unit/docs/pages.ts';
import { CANVAS, type Editor, type Subject } from '../editor.ts';

let editor: Editor;
let defaults: Defaults;

/** The canvas of a workflow that has no nodes yet. */
async function emptyCanvas(): Promise<Page> {
	const page = await editor.open();
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	return page;
}

/** Copies all that is on the canvas, and gives what is in the clipboard then. */
async function copyAll(page: Page): Promise<string> {
	await page.evaluate(() => navigator.clipboard.writeText(''));
	return await found(async () => {
		// Pressed before the canvas has taken the selection in, the keys copy nothing.
		await page.keyboard.press('Control+a');
		await page.keyboard.press('Control+c');
		return (await page.evaluate(() => navigator.clipboard.readText())) || undefined;
	});
}

type Part = Pick<Workflow, 'nodes'> & { connections: unknown };

/** Default values by node type and parameter, for every way in which the parameter may be shown. */
type Defaults = Map<string, Set<string>>;

async function readDefaults(): Promise<Defaults> {
	const { body } = await editor.server.rest('GET', '/types/nodes.json');
	const types = body as Array<{
		name: string;
		properties: Array<{ name: string; default: unknown }>;
	}>;
	const defaults: Defaults = new Map();
	for (const { name, properties } of types) {
		for (const property of properties) {
			const key = `${name} ${property.name}`;
			defaults.set(key, (defaults.get(key) ?? new Set()).add(JSON.stringify(property.default)));
		}
	}
	return defaults;
}

/**
 * What makes the workflow: names, types, connections, and parameters that are not the default. The editor leaves
 * those out, and adds others; ids and places are its own.
 */
const essence = ({ nodes, connections }: Part) => ({
	nodes: nodes.map(({ name, type, parameters }) => ({
		name,
		type,
		parameters: Object.fromEntries(
			Object.entries(parameters).filter(
				([key, value]) => !defaults.get(`${type} ${key}`)?.has(JSON.stringify(value)),
			),
		),
	})),
	connections,
});

/** The workflows that the documentation shows, pasted into the editor. */
export const paste: Subject = {
	workflows: [],
	tests: pasteTests,
};

function pasteTests(opened: () => Editor): void {
	beforeAll(async () => {
		editor = opened();
		defaults = await readDefaults();
	});

	test.each(Object.keys(OPERATION_PAGES))(
		'the workflow of %s can be pasted into the editor, which then holds all of it',
		async (name) => {
			const section = sectionOf(readPage(join('docs/operations', name)), 'Example workflow');
			const [shown = ''] = blocksOf(section, 'json');
			const page = await emptyCanvas();
			await page.evaluate((text) => navigator.clipboard.writeText(text), shown);
			await page.locator(CANVAS).click({ position: { x: 200, y: 300 } });
			await page.keyboard.press('Control+v');
			for (const node of (JSON.parse(shown) as Part).nodes) {
				const onCanvas = page.locator('[data-test-id=canvas-node]').filter({ hasText: node.name });
				await onCanvas.first().waitFor();
			}
			expect(essence(JSON.parse(await copyAll(page)) as Part)).toEqual(
				essence(JSON.parse(shown) as Part),
			);
		},
	);
}
