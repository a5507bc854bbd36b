import { gateway, workflowOf } from '../e2e/n8n.ts';
import type { Editor, Subject } from './editor.ts';
import { iconsIn } from './icons.ts';
import { NODE, NodePanel } from './nodePanel.ts';
import { NodeView, OptionList, explanationOf } from './nodeView.ts';
import {
	fieldsOf,
	lastingOptions,
	newOptions,
	nodeOfEach,
	OPERATIONS,
	titleOf,
	type Shown,
} from './operations.ts';
import { bothThemes, look } from '../pictures.ts';
import { cutTexts, rawTexts } from './texts.ts';

const THEMES = ['light', 'dark'] as const;
const OF_ITS_OWN = { position: [208, 0] };
const ACTIONS = [
	'Send SMS',
	'Send bulk SMS',
	'Send SMS and wait for response',
	'Get SMS status',
	'Play voice file in call',
	'Send one-time code by call',
	'Get credit report',
];

let editor: Editor;

const oldOptions = (shown: Shown): string[] => {
	const added = newOptions(shown);
	return lastingOptions(shown).filter((option) => !added.includes(option));
};

const row = [{ name: 'Sara', phone: '09121234567' }];
const one = () => [gateway('Gateway', { resource: 'sms', operation: 'send' }, OF_ITS_OWN)];

const TOOL = 'n8n-nodes-sms-voice-gateway.smsVoiceGatewayTool';
/** Options that a call of a tool has no use for: it makes one request, and has no columns. */
const OF_MANY = ['Include Input Fields', 'Speed'];

/** How many explanations are read: as many as are about as long as the longest. */
const READ = 8;

/** What the editor shows of the node's fields. */
export const fields: Subject = {
	workflows: [
		workflowOf(
			'tool',
			row,
			one().map((node) => ({ ...node, type: TOOL })),
		),
		// Each test that changes a workflow has its own: n8n may save by itself what was changed.
		workflowOf('switch', row, one()),
		workflowOf('each', row, nodeOfEach(oldOptions)),
	],
	tests: fieldTests,
};

function fieldTests(opened: () => Editor): void {
	beforeAll(() => {
		editor = opened();
	});

	test('the node panel finds the node by what it does, before any other community node', async () => {
		const page = await editor.open('switch');
		const panel = new NodePanel(page);
		await panel.open();
		for (const word of ['otp', 'voice call', 'sms']) {
			const { community } = await panel.find(word);
			expect(community[0]).toBe(NODE);
			expect(await cutTexts(panel.root)).toEqual([]);
			await look(page, `light/node-panel-${word.replace(' ', '-')}`);
		}
		expect(await panel.actions()).toEqual(ACTIONS);
		await panel.settled();
		expect(await cutTexts(panel.root)).toEqual([]);
		expect(await rawTexts(panel.root)).toEqual([]);
		await bothThemes(page, 'node-panel', panel.root);
	});

	test.each(THEMES)('the icon of the %s theme is drawn wherever the node shows', async (theme) => {
		const page = await editor.open('switch');
		await page.emulateMedia({ colorScheme: theme });
		const panel = new NodePanel(page);
		const places = { canvas: await iconsIn(page.locator('[data-test-id=canvas]')) };
		await panel.open();
		await panel.find('sms');
		const found = await iconsIn(panel.root);
		await panel.actions();
		const actions = await iconsIn(panel.details);
		expect(actions.length).toBeGreaterThan(ACTIONS.length);
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		const view = await NodeView.open(page, 'Gateway');
		const all = { ...places, found, actions, view: await iconsIn(view.root) };
		for (const icons of Object.values(all)) {
			for (const icon of icons) {
				expect(icon).toMatchObject({ theme, drawing: true });
				expect(icon.width).toBeGreaterThanOrEqual(16);
				expect(icon.contrast).toBeGreaterThanOrEqual(3);
			}
		}
	});

	test('all options of an operation together are shown whole, and the longest explanations, and so the others', async () => {
		const page = await editor.open('each');
		await page.setViewportSize({ width: 1440, height: 1500 });
		const described = await describedBy(editor);
		const longest = longestOf(described, OPERATIONS.flatMap(shownAtOnce));
		const read = new Set<string>();
		for (const shown of OPERATIONS) {
			for (const name of explainedIn(shown)) expect(described.get(name)).toBeDefined();
			const options = lastingOptions(shown).flatMap((option) => fieldsOf(shown, option));
			const names = new Set(
				longest
					.filter(({ name, text }) => shownAtOnce(shown).includes(name) && !read.has(text))
					.map(({ name }) => name),
			);
			// One with the options of others alone looks as those do.
			if (newOptions(shown).length === 0 && names.size === 0) continue;
			const view = await NodeView.open(page, titleOf(shown));
			const list = new OptionList(view);
			for (const option of newOptions(shown)) await list.add(option);
			await view
				.label(options.at(-1) ?? '')
				.last()
				.waitFor();
			expect(await view.lastFields(options)).toEqual(options);
			expect(await view.unlabelled()).toEqual([]);
			expect(await cutTexts(view.parameters)).toEqual([]);
			expect(await rawTexts(view.parameters)).toEqual([]);
			await look(page, `light/${titleOf(shown)}, all options`);
			for (const name of names) {
				for (const label of await view.label(name).all()) {
					const tooltip = await explanationOf(view, label);
					const text = wordsOf(await tooltip.innerText());
					expect([...(described.get(name) ?? [])]).toContain(text);
					expect(await cutTexts(tooltip)).toEqual([]);
					const box = await tooltip.boundingBox();
					expect(box?.x).toBeGreaterThanOrEqual(0);
					expect(box?.y).toBeGreaterThanOrEqual(0);
					read.add(text);
					await look(page, `light/explanations/${titleOf(shown)}, ${name}`, box ?? undefined);
				}
			}
			await view.close();
		}
		expect(longest.map(({ text }) => text).filter((text) => !read.has(text))).toEqual([]);
	});

	test('switching through all resources and operations shows the right fields, whole and in order', async () => {
		const page = await editor.open('switch');
		await page.setViewportSize({ width: 1300, height: 1500 });
		const roll = await OptionList.unroll(page);
		const view = await NodeView.open(page, 'Gateway');
		for (const shown of OPERATIONS) {
			const { resource, operation, fields, options } = shown;
			await view.choose('resource', resource);
			await view.choose('operation', operation);
			const last = fields.at(-1) ?? 'Operation';
			await view.label(last).waitFor();
			const all = ['Resource', 'Operation', ...fields];
			expect(await view.lastFields(all)).toEqual(all);
			expect(await view.fields()).toEqual(all);
			expect(await view.unlabelled()).toEqual([]);
			expect(await cutTexts(view.parameters)).toEqual([]);
			expect(await rawTexts(view.parameters)).toEqual([]);
			const list = new OptionList(view);
			const parts = [view.label('Resource'), view.label('Options'), list.button];
			// One alone is no list, but a button that adds it.
			if (options.length > 1) {
				expect(await list.open()).toEqual(options);
				expect(await cutTexts(list.box)).toEqual([]);
				parts.push(list.box);
			}
			const name = `${resource} ${operation}`.toLowerCase().replaceAll(' ', '-');
			await bothThemes(page, `panel-${name}`, parts);
			if (options.length > 1) await list.close();
		}
		await roll();
	});

	test("a tool's call is one request, and a limit says more once it is set", async () => {
		const page = await editor.open('tool');
		const view = await NodeView.open(page, 'Gateway');
		const [send] = OPERATIONS;
		const list = new OptionList(view);
		const offered = (send?.options ?? []).filter((name) => !OF_MANY.includes(name));
		expect(await list.open()).toEqual(offered);
		await look(page, 'light/tool, options');
		await list.close();
		await list.add('Limits');
		const limits = ['Max Messages', 'Max Parts', 'Max per Number', 'Min Credit'];
		expect(await view.lastFields(limits)).toEqual(limits);
		await view.control('Max per Number').locator('input').fill('3');
		await page.keyboard.press('Tab');
		await view.label('Per Hours').waitFor();
		await look(page, 'light/tool, Limits');
	});
}

/** The names of what an operation shows with these options; two that n8n's own nodes have explain themselves. */
const namesOf = (shown: Shown, options: readonly string[]): string[] =>
	[...shown.fields, ...options.flatMap((option) => fieldsOf(shown, option))].filter(
		(name) => !['Options', 'Unit'].includes(name),
	);

/** The names that have an explanation beside them. */
const explainedIn = (shown: Shown): string[] => namesOf(shown, shown.options);

/** Those of them that show when all options are there. */
const shownAtOnce = (shown: Shown): string[] =>
	lastingOptions(shown).length === 0 ? [] : namesOf(shown, lastingOptions(shown));

/** The longest explanations of these names. */
const longestOf = (described: Map<string, Set<string>>, names: readonly string[]) =>
	[...described]
		.filter(([name]) => names.includes(name))
		.flatMap(([name, texts]) => [...texts].map((text) => ({ name, text })))
		.sort((one, other) => other.text.length - one.text.length)
		.slice(0, READ);

/** A text on one line. */
const wordsOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What the node says of its fields, by their shown name; a name may stand for several. */
async function describedBy({ server }: Editor): Promise<Map<string, Set<string>>> {
	interface Property {
		displayName: string;
		description?: string;
		type?: string;
		options?: Property[];
		values?: Property[];
	}
	const { body } = await server.rest('GET', '/types/nodes.json');
	const types = body as Array<{ name: string; properties: Property[] }>;
	const own = types.find(({ name }) => name === 'n8n-nodes-sms-voice-gateway.smsVoiceGateway');
	const found = new Map<string, Set<string>>();
	const add = ({ displayName, description, type, options = [] }: Property) => {
		if (description) {
			// A tooltip shows the elements of a list as lines.
			const words = wordsOf(description.replace(/<[^>]+>/g, '\n'));
			found.set(displayName, (found.get(displayName) ?? new Set()).add(words));
		}
		if (type === 'collection') options.forEach(add);
		options.forEach(({ values = [] }) => values.forEach(add));
	};
	own?.properties.forEach(add);
	return found;
}
