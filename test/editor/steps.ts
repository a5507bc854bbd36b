import type { Page } from 'playwright-core';
import { come, executionsOf, type Node, ownNode, textNode, TRIGGER, wired } from '../e2e/n8n.ts';
import type { Subject } from './editor.ts';
import { NodeView } from './nodeView.ts';

const rows = ['09120000001', '09120000002'].map((to) => ({ to, text: 'Hello' }));
const AFTER = ownNode('After', 'noOp', 1);
const LIMIT = ownNode('Limit', 'limit', 1, { maxItems: 9 });
const LOOP = ownNode('Loop', 'splitInBatches', 3, { batchSize: 1, options: {} });

/** What a trigger with pinned rows begins, from left to right. */
function startedBy(id: string, others: Node[], wires: Parameters<typeof wired>[2]) {
	const all = [ownNode(TRIGGER, 'manualTrigger', 1), ...others];
	const placed = all.map((node, nth) => ({ ...node, position: [240 * nth, 0] }));
	return { ...wired(id, placed, wires), pinData: { [TRIGGER]: rows.map((json) => ({ json })) } };
}

/** *Execute step* of a node behind one that sends: what the page *Sending and retrying* says of it. */
export const steps: Subject = {
	workflows: [
		startedBy(
			'steps',
			[LIMIT, textNode('Send'), AFTER],
			[
				[TRIGGER, 'Limit'],
				['Limit', 'Send'],
				['Send', 'After'],
			],
		),
		startedBy(
			'steps-loop',
			[LOOP, textNode('Send'), AFTER, ownNode('Done', 'noOp', 1)],
			[
				[TRIGGER, 'Loop'],
				['Loop', 'Send', 1],
				['Send', 'After'],
				['After', 'Loop'],
				['Loop', 'Done', 0],
			],
		),
	],
	tests(opened) {
		let page: Page;
		let workflow: string;
		const open = async (id: string) => {
			page = await opened().open((workflow = id));
		};
		beforeEach(() => opened().sandbox.reset());

		/** Presses *Execute step* of a node, and gives how many texts left. */
		async function pressed(node = 'After'): Promise<number> {
			const { sandbox, server, told } = opened();
			const last = async () => Number((await executionsOf(server, workflow))[0]?.id ?? 0);
			const [before, sent] = [await last(), sandbox.messages().length];
			const view = await NodeView.open(page, node);
			await view.execute();
			await come(async () => {
				const id = await last();
				const isOver = (one: string) =>
					one.includes('"executionFinished"') && one.includes(`"executionId":"${id}"`);
				return id > before && told.some(isOver);
			});
			await view.close();
			return sandbox.messages().length - sent;
		}
		async function change(node: string, parameter: string, value: string): Promise<void> {
			const view = await NodeView.open(page, node);
			await view.parameter(parameter).locator('input').fill(value);
			await view.close();
		}

		test('sends nothing where all before it has run, and all again once the page was reloaded, or something was changed', async () => {
			await open('steps');
			expect([await pressed(), await pressed()]).toEqual([2, 0]);
			await page.reload();
			expect([await pressed(), await pressed()]).toEqual([2, 0]);
			await change('Send', 'source', '3001');
			expect([await pressed(), await pressed()]).toEqual([2, 0]);
			await change('Limit', 'maxItems', '8');
			expect([await pressed(), await pressed()]).toEqual([2, 0]);
		});

		test('sends again what was accepted before another row failed', async () => {
			const fault = { kind: 'refuse', code: 1010, message: 'no', status: 406 } as const;
			opened().sandbox.setFaults([{ match: { destination: rows[1]?.to ?? '' }, fault }]);
			await open('steps');
			await change('Send', 'source', '3002');
			expect([await pressed(), await pressed()]).toEqual([1, 1]);
		});

		test('sends again in a loop where another node was stepped', async () => {
			await open('steps-loop');
			// To the end of the first round, and behind the last one.
			expect([await pressed(), await pressed()]).toEqual([1, 0]);
			expect([await pressed('Done'), await pressed('Done')]).toEqual([2, 0]);
			expect(await pressed()).toBe(1);
		});
	},
};
