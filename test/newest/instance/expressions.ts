import {
	bulkNode,
	type Node,
	ownNode,
	publish,
	type Served,
	type Workflow,
} from '../../e2e/n8n.ts';
import { accepted, answerTo, hookedChain } from '../triggers/stage.ts';

const ID = 'expressions';
const TEXT = '=Hi {{ $json.v }}, {{ $json["Phone Number"] }}, {{ $json.deep.er }}!';
const SAID = "={{ $('Edit Fields').item.json.said }}";

/** Values on which ways to read an expression could differ. */
const values = ['text', 'نیم‌فاصله', 5, 0, 1.5, true, false, null, [1, 2], { a: 1 }, undefined];
const rows = values.map((v, row) => ({
	to: `091210001${String(row).padStart(2, '0')}`,
	v,
	'Phone Number': `n${row}`,
	deep: { er: row },
}));

const said = (name: string, value: string) =>
	ownNode(name, 'set', 3.4, {
		includeOtherFields: true,
		assignments: { assignments: [{ id: name, name: 'said', type: 'string', value }] },
		options: {},
	});

/**
 * Send Bulk reads such a text straight from the row. *Edit Fields*, before it, has n8n's own engine evaluate the same
 * text, whichever that is on an instance.
 */
export const expressionsWith = (node: Partial<Node> = {}): Workflow =>
	hookedChain(ID, [
		said('Edit Fields', TEXT),
		// Some of the values leave gaps, which is what is compared.
		bulkNode('Send', { message: TEXT, options: { text: { values: { gaps: 'allow' } } } }, node),
		said('After', SAID),
	]);

/** Compares the two on this instance. */
export async function readsAsTheEngine(n8n: Served): Promise<void> {
	const items = await answerTo(n8n, ID, rows);
	const engine = items.map((item) => ({ to: item.destination, text: item.said }));
	expect(accepted(n8n)).toEqual(engine);
	expect(engine[0]?.text).toBe('Hi text, n0, 0!');
	expect(engine).toHaveLength(rows.length);
}

/** With the engine that n8n usually has; the others: network.test.ts and proxies.test.ts. */
export function expressions(served: () => Served): void {
	test("in Send Bulk is read as n8n's usual engine does", async () => {
		const { host, sandbox, server } = served();
		await host.importWorkflows([expressionsWith()]);
		await publish(server, ID);
		sandbox.reset();
		await readsAsTheEngine(served());
	});
}
