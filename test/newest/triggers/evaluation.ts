import { come, itemsOf, makeTable, type Node, ownNode, type Table, wired } from '../../e2e/n8n.ts';
import { accepted, latest, pairing, recipients, send, type Subject } from './stage.ts';

const rows = recipients(2);
const metrics = ownNode('Metrics', 'evaluation', 4.8, {
	operation: 'setMetrics',
	metric: 'customMetrics',
	metrics: { assignments: [{ id: 'm', name: 'one', type: 'number', value: 1 }] },
});
const check = ownNode('Check', 'evaluation', 4.8, { operation: 'checkIfEvaluating' });
const trigger = (id: string): Node =>
	ownNode('Rows', 'evaluationTrigger', 4.7, {
		source: 'dataTable',
		dataTableId: { __rl: true, mode: 'id', value: id },
	});

/** An evaluation of n8n's: each row of a table in an execution of its own. */
export const evaluation: Subject = {
	workflows: [],
	published: [],
	tests(stage) {
		let table: Table;
		beforeAll(async () => {
			const { server, opened } = stage();
			table = await makeTable(server, 'Rows to evaluate', ['to', 'text']);
			await table.add(rows.map((row) => ({ ...row })));
			const pinned = { pinData: { Send: [{ json: { outcome: 'accepted' } }] } };
			const sends = wired(
				'evaluation-sends',
				[trigger(table.id), send('Send'), pairing('After'), metrics],
				[
					['Rows', 'Send'],
					['Send', 'After'],
					['After', 'Metrics'],
				],
			);
			const checks = wired(
				'evaluation-checks',
				[trigger(table.id), check, metrics, send('Send')],
				[
					['Rows', 'Check'],
					['Check', 'Metrics', 0],
					['Check', 'Send', 1],
				],
			);
			await opened.host.importWorkflows([{ ...sends, ...pinned }, checks]);
		});
		async function evaluate(id: string): Promise<void> {
			const path = `/rest/workflows/${id}/test-runs`;
			const { server } = stage();
			expect((await server.rest('POST', `${path}/new`, {})).status).toBe(202);
			await come(async () => {
				const { data } = await server.rest('GET', path);
				return (data as Array<{ status: string }>)[0]?.status === 'completed';
			});
		}

		test('sends each row, also where what the node gives is pinned', async () => {
			await evaluate('evaluation-sends');
			expect(accepted(stage())).toEqual(rows);
			const items = itemsOf(await latest(stage(), 'evaluation-sends'), 'After');
			expect(items.map(({ json }) => json.row)).toEqual([rows[1]?.to]);
		});

		test("sends nothing behind n8n's question whether it is one", async () => {
			await evaluate('evaluation-checks');
			expect(accepted(stage())).toEqual([]);
		});
	},
};
