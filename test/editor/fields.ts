import { gateway, workflowOf } from '../e2e/n8n.ts';
import type { Editor, Subject } from './editor.ts';
import { NODE, NodePanel } from './nodePanel.ts';
import { NodeView, OptionList } from './nodeView.ts';
import { OPERATIONS } from './operations.ts';
import { bothThemes, look } from '../pictures.ts';
import { cutTexts, rawTexts } from './texts.ts';

const ACTIONS = [
	'Send SMS',
	'Send bulk SMS',
	'Send SMS and wait for response',
	'Get SMS status',
	'Play voice file in call',
	'Send one-time code by call',
	'Get credit report',
];

/** What the editor shows of the node's fields. */
export const fields: Subject = {
	workflows: [
		workflowOf(
			'switch',
			[{ name: 'Sara', phone: '09121234567' }],
			[gateway('Gateway', { resource: 'sms', operation: 'send' }, { position: [208, 0] })],
		),
	],
	tests: fieldTests,
};

function fieldTests(opened: () => Editor): void {
	test('the node panel finds the node by what it does, before any other community node', async () => {
		const page = await opened().open('switch');
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

	test('switching through all resources and operations shows the right fields, whole and in order', async () => {
		const page = await opened().open('switch');
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
}
