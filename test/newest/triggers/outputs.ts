import { type Node, ownNode, type Wire, wired } from '../../e2e/n8n.ts';
import {
	accepted,
	answerTo,
	callHook,
	calledNode,
	executes,
	hooked,
	hookedChain,
	latest,
	pairing,
	recipients,
	send,
	type Stage,
	type Subject,
} from './stage.ts';

const CONTINUE = { onError: 'continueRegularOutput' };
const SPLIT = { onError: 'continueErrorOutput' };
const at = (node: Node, y: number): Node => ({ ...node, position: [0, y] });
const nothing = (name: string, y: number) => at(ownNode(name, 'noOp', 1), y);

const loopOf = (id: string, onError: object, back: number[]) =>
	hooked(
		id,
		[
			ownNode('Loop Over Items', 'splitInBatches', 3, { batchSize: 2, options: {} }),
			send('Send', onError),
			pairing('After'),
		],
		[
			['Rows', 'Loop Over Items'],
			['Loop Over Items', 'After', 0],
			['Loop Over Items', 'Send', 1],
			...back.map((output): Wire => ['Send', 'Loop Over Items', output]),
		],
	);

const called = (id: string, onError: object, outputs: number[]) =>
	wired(
		id,
		[calledNode, send('Send', onError), nothing('Good', 0), nothing('Bad', 200)],
		[
			['Called', 'Send'],
			...outputs.map((output): Wire => ['Send', output === 0 ? 'Good' : 'Bad', output]),
		],
	);
const caller = (id: string, sub: string, node = executes(sub)) => hookedChain(id, [node]);
/** The node of another version, which puts what failed on its error output. */
const calls = (sub: string, mode: string, typeVersion: number) => ({
	...executes(sub, mode, true, SPLIT),
	typeVersion,
});
const merged = (id: string, parameters: object) =>
	hooked(
		id,
		[send('Send', SPLIT), ownNode('Merge', 'merge', 3.2, { ...parameters })],
		[
			['Rows', 'Send'],
			['Send', 'Merge', 0, 0],
			['Send', 'Merge', 1, 1],
		],
	);

const isFirst = {
	options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
	conditions: [
		{
			id: 'first',
			leftValue: "={{ $json.to.endsWith('0') }}",
			rightValue: '',
			operator: { type: 'boolean', operation: 'true', singleValue: true },
		},
	],
	combinator: 'and',
};
const behindIf = hooked(
	'outputs-if',
	[ownNode('If', 'if', 2.2, { conditions: isFirst, options: {} }), send('Send', CONTINUE)],
	[
		['Rows', 'If'],
		['If', 'Send', 0],
		['If', 'Send', 1],
	],
);

/** What n8n does with the two outputs: the table of docs/topics/triggers-and-other-nodes.md. */
export const outputs: Subject = {
	workflows: [
		loopOf('outputs-loop', CONTINUE, [0]),
		loopOf('outputs-loop-one', SPLIT, [0]),
		loopOf('outputs-loop-both', SPLIT, [0, 1]),
		called('outputsSub', CONTINUE, [0]),
		called('outputsSubSplit', SPLIT, [0, 1]),
		called('outputsSubStops', {}, [0]),
		caller('outputs-sub', 'outputsSub'),
		caller('outputs-sub-split', 'outputsSubSplit'),
		caller('outputs-sub-stops', '', calls('outputsSubStops', 'once', 1.3)),
		caller('outputs-sub-each', '', calls('outputsSubStops', 'each', 1.3)),
		caller('outputs-sub-old', '', calls('outputsSubStops', 'each', 1.2)),
		merged('outputs-position', { mode: 'combine', combineBy: 'combineByPosition', options: {} }),
		merged('outputs-append', { mode: 'append' }),
		behindIf,
	],
	published: [
		...['outputs-loop', 'outputs-loop-one', 'outputs-loop-both', 'outputsSub', 'outputsSubSplit'],
		...['outputs-sub', 'outputs-sub-split', 'outputs-position', 'outputs-append', 'outputs-if'],
		...['outputsSubStops', 'outputs-sub-stops', 'outputs-sub-each', 'outputs-sub-old'],
	],
	tests(stage) {
		const rows = recipients(7);
		const refuse = (...refused: number[]) =>
			stage().opened.sandbox.setFaults(
				refused.map((row) => ({
					match: { destination: rows[row]?.to ?? '' },
					fault: { kind: 'refuse', code: 1010, message: 'no', status: 406 },
				})),
			);
		const tried = () => stage().opened.sandbox.requests().length;

		// Rows 2 and 3 are a batch: it fails whole.
		test.each<[string, number[], number, number[]]>([
			['outputs-loop', [2, 3], 7, [7]],
			['outputs-loop-one', [2, 3], 4, []],
		])(
			'%s: where %j are refused %i rows are tried, and done gives %j',
			async (id, no, all, done) => {
				refuse(...no);
				await callHook(stage(), id, { rows });
				expect(tried()).toBe(all);
				expect(await givenBy(stage(), id, 'After')).toEqual(done);
				expect((await latest(stage(), id)).status).toBe('success');
			},
		);

		test('outputs-loop-both: done leaves several times', async () => {
			refuse(2, 5);
			await callHook(stage(), 'outputs-loop-both', { rows });
			expect(tried()).toBe(7);
			expect((await givenBy(stage(), 'outputs-loop-both', 'After')).length).toBeGreaterThan(1);
		});

		test.each([
			['outputs-sub', [0, 1, 2, 3, 4]],
			['outputs-sub-split', [1, 3]],
		])('%s: the caller gets the rows %j of five', async (id, came) => {
			refuse(1, 3);
			const items = await answerTo(stage(), id, rows.slice(0, 5));
			expect(tried()).toBe(5);
			expect(items).toHaveLength(came.length);
			expect(items.filter(({ error }) => Boolean(error))).toHaveLength(2);
		});

		test.each([
			// Of the row that was refused none is told, and the first stands in its place.
			['outputs-sub-stops', [], [0]],
			['outputs-sub-each', [0, 2], [1]],
			['outputs-sub-old', [0, 2], []],
		])(
			'%s: of a sub-workflow that stops the rows %j come, and %j have failed',
			async (id, came, failed) => {
				refuse(1);
				await callHook(stage(), id, { rows: rows.slice(0, 3) });
				const { data } = await latest(stage(), id);
				const [run] = data.resultData.runData['Execute Workflow'] ?? [];
				const numbers = (run?.data?.main ?? []).map((items) =>
					(items ?? []).map(({ json }) => [json.destinations ?? json.to].flat()[0]),
				);
				expect(numbers).toEqual([came, failed].map((all) => all.map((nth) => rows[nth]?.to)));
			},
		);

		test('outputs-position: the error of one row stands beside the id of another', async () => {
			refuse(1);
			const items = await answerTo(stage(), 'outputs-position', rows.slice(0, 3));
			const [first, ...others] = items;
			expect(others).toEqual([]);
			expect(first?.error).toEqual(expect.stringContaining('1010'));
			expect(first?.messageIds).toHaveLength(1);
		});

		test('outputs-append: each row stands alone', async () => {
			refuse(1);
			const items = await answerTo(stage(), 'outputs-append', rows.slice(0, 3));
			expect(items.map(({ error }) => Boolean(error))).toEqual([false, false, true]);
		});

		test('outputs-if: the node runs once for each branch, and sends each row once', async () => {
			await callHook(stage(), 'outputs-if', { rows });
			expect((await givenBy(stage(), 'outputs-if', 'Send')).sort()).toEqual([1, 6]);
			expect(accepted(stage()).sort((a, b) => a.to.localeCompare(b.to))).toEqual(rows);
		});
	},
};

/** How many items a node has given by its first output, run by run. */
async function givenBy(stage: Stage, id: string, node: string): Promise<number[]> {
	const { data } = await latest(stage, id);
	return (data.resultData.runData[node] ?? []).map((run) => run.data?.main[0]?.length ?? 0);
}
