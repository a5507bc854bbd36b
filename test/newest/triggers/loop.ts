import { bulkNode, type Node, ownNode, publish, type Served } from '../../e2e/n8n.ts';
import { accepted, answerTo, hooked, pairing, recipients } from './stage.ts';

/** Milliseconds from request to request, also of different rounds. */
const PACE = 1000;

/** Two rows in a round, and behind the last one all results. */
const looped = (id: string, node: Node) =>
	hooked(
		id,
		[
			ownNode('Loop Over Items', 'splitInBatches', 3, { batchSize: 2, options: {} }),
			node,
			pairing('After'),
		],
		[
			['Rows', 'Loop Over Items'],
			['Loop Over Items', 'After', 0],
			['Loop Over Items', node.name, 1],
			[node.name, 'Loop Over Items'],
		],
	);
const PACED = { options: { speed: { values: { batchInterval: PACE } } } };
const ONCE = { options: { sendOnce: { values: { by: 'text' } } } };

/** A loop around what sends. */
export function loop(served: () => Served): void {
	beforeAll(async () => {
		await served().host.importWorkflows([
			looped('loop-pace', bulkNode('Send', PACED)),
			looped('loop-once', bulkNode('Send', ONCE)),
		]);
		await publish(served().server, 'loop-pace', 'loop-once');
	});
	beforeEach(() => served().sandbox.reset());

	const [first, second] = recipients(2);
	const again = [first, second, first, second];

	test('each round sends its rows, also what an earlier one has sent, and its end has each result with its row; the Batch Interval holds from round to round', async () => {
		const rows = [...again, ...recipients(3).slice(2)];
		const begun = Date.now();
		const items = await answerTo(served(), 'loop-pace', rows);
		expect(accepted(served())).toEqual(rows);
		expect(items.map(({ outcome, destination, row }) => [outcome, destination, row])).toEqual(
			rows.map((row) => ['accepted', row?.to, row?.to]),
		);
		const requests = served().sandbox.requests();
		expect(requests).toHaveLength(3);
		// By when it began: on a busy machine two may come in closer together than they left.
		const early = requests.filter(({ at }, nth) => Date.parse(at) - begun < nth * PACE - 10);
		expect(early).toEqual([]);
	});

	test("with 'Send Once' the same message in a later round is a duplicate", async () => {
		const items = await answerTo(served(), 'loop-once', again);
		expect(accepted(served())).toEqual([first, second]);
		const outcomes = ['accepted', 'accepted', 'duplicate', 'duplicate'];
		expect(items.map(({ outcome }) => outcome)).toEqual(outcomes);
	});
}
