import {
	type BrokenOff,
	bulkNode,
	come,
	endedRun,
	execute,
	type Execution,
	itemsOf,
	type Node,
	type OwnN8n,
	ownNode,
	startRun,
	workflowOf,
} from './n8n.ts';

const BULK = '/webservice/v2rest/p2psendsms';
const NODE = 'Send SMS';
const ROWS = Array.from({ length: 10 }, (_, row) => ({
	order: `A-${row}`,
	to: `0912000000${row}`,
}));
/** Rows to other numbers. */
const OTHERS = ROWS.map(({ order, to }) => ({ order, to: to.replace('0912', '0913') }));

const bulk = (options: Record<string, unknown>) =>
	bulkNode(
		NODE,
		{
			message: '=Order {{ $json.order }}',
			options: { speed: { values: { batchSize: 2 } }, ...options },
		},
		{ onError: 'continueRegularOutput' },
	);
const KEYED = { sendOnce: { values: { by: 'key', key: '={{ $json.order }}' } } };

/** The rows from nodes: a run from the command line has no pinned data. */
const ROWS_AS_NODES: Node[] = [
	ownNode('List', 'set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify({ rows: ROWS }),
		options: {},
	}),
	ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
];

let n8n: OwnN8n;

const sentTo = (to: string) =>
	n8n.sandbox.messages().filter(({ destination }) => destination === to).length;
const sent = (rows = ROWS) => rows.map(({ to }) => sentTo(to));

/** What the node said of each row. */
const outcomes = (execution: Execution): string[] =>
	itemsOf(execution, NODE).map(({ json }) => {
		const { outcome } = (json.details ?? json) as { outcome?: unknown };
		return String(outcome);
	});
const run = async (id: string) =>
	outcomes(await endedRun(n8n.server, await startRun(n8n.server, id)));

/** Whose requests are on their way when n8n is killed. */
const THIRD = ['09120000004', '09130000004'];

/** Rows with a unique key each. */
export const keys: BrokenOff = {
	workflows: () => [
		workflowOf('keysTwoApart', [{}], [...ROWS_AS_NODES, bulk(KEYED)]),
		workflowOf('keysKilled', ROWS, [bulk(KEYED)]),
		workflowOf('noKeysKilled', OTHERS, [bulk({})]),
	],
	tests(own) {
		n8n = own;
		beforeEach(() => n8n.sandbox.reset());

		test('two n8n processes at the same moment send each key once', async () => {
			n8n.sandbox.setFaults([{ match: { path: BULK }, fault: { kind: 'delay', ms: 500 } }]);
			const apart = execute(n8n.host, 'keysTwoApart');
			let isOver = false;
			void apart.finally(() => (isOver = true)).catch(() => undefined);
			// It takes seconds to start: so the two are at it at the same time.
			await come(() => isOver || n8n.sandbox.requests().length > 0);
			const own = await endedRun(n8n.server, await startRun(n8n.server, 'keysTwoApart'));
			const { execution } = await apart;
			if (execution === undefined) throw new Error('no execution');
			const said = [own, execution].map((one) => {
				// Where a row failed, its words say why.
				expect(itemsOf(one, NODE).flatMap(({ json }) => json.error ?? [])).toEqual([]);
				return outcomes(one);
			});
			ROWS.forEach((_, row) => {
				expect(said.map((rows) => rows[row]).sort()).toEqual(['accepted', 'duplicate']);
			});
			expect(sent()).toEqual(ROWS.map(() => 1));
			n8n.sandbox.reset();
			expect(await run('keysTwoApart')).toEqual(ROWS.map(() => 'duplicate'));
			expect(n8n.sandbox.requests()).toEqual([]);
		});
	},

	async begin() {
		n8n.sandbox.setFaults([
			...n8n.sandbox.faults(),
			// So long that both bulks are at their third request, also on a busy machine.
			...THIRD.map((destination) => ({
				match: { destination },
				fault: { kind: 'delay', ms: 8000 } as const,
			})),
		]);
		await Promise.all([startRun(n8n.server, 'keysKilled'), startRun(n8n.server, 'noKeysKilled')]);
		const third = ({ body }: { body: string }) => THIRD.some((to) => body.includes(to));
		await come(() => n8n.sandbox.requests().filter(third).length === 2);
	},
	carriedOut: async () => void (await come(() => THIRD.every((to) => sentTo(to) > 0))),
	title: 'no row with a unique key is sent twice, and one without is',
	async look() {
		const [said, others] = await Promise.all([run('keysKilled'), run('noKeysKilled')]);
		expect(said.slice(0, 2)).toEqual(['duplicate', 'duplicate']);
		// What was claimed with the request on its way.
		expect(said.slice(4, 6)).toEqual(['unknown', 'unknown']);
		// How many requests were claimed together is the machine's: neighbours, and each of the others is sent once.
		expect(said.join()).toMatch(/^(duplicate,)+(unknown,?)+(accepted,?)*$/);
		said.forEach((outcome, row) => {
			expect(outcome === 'unknown' ? [0, 1] : [1]).toContain(sent()[row]);
		});
		expect(others).toEqual(OTHERS.map(() => 'accepted'));
		expect(sent(OTHERS)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 1]);
	},
};
