import { setTimeout as sleep } from 'node:timers/promises';
import { callNode, come, endedRun, executionsOf, ownNode, wired } from '../../e2e/n8n.ts';
import { callHook, CALLS, hookedChain, recipients, type Stage, type Subject } from './stage.ts';

const DELAY_MS = 300;
const SUB = 'subCalls';
const MODES = ['once', 'each'];
const parentOf = (mode: string) => `stopParent-${mode}`;

/** A sub-workflow that is stopped in the middle, itself or only its parent. */
export const stopped: Subject = {
	workflows: [
		wired(
			SUB,
			[
				ownNode('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
				callNode('Call'),
			],
			[['Called', 'Call']],
		),
		...MODES.map((mode) =>
			hookedChain(
				parentOf(mode),
				[
					ownNode('Execute Workflow', 'executeWorkflow', 1.3, {
						source: 'database',
						workflowId: { __rl: true, mode: 'id', value: SUB },
						workflowInputs: { mappingMode: 'defineBelow', value: {} },
						mode,
						options: {},
					}),
				],
				{ webhook: { responseMode: 'onReceived' } },
			),
		),
	],
	published: [SUB, ...MODES.map(parentOf)],
	tests(stage) {
		const rows = recipients(10);
		const calls = () => stage().opened.sandbox.messages();
		const latestId = async (id: string) => (await executionsOf(stage().server, id))[0]?.id ?? '';
		const stop = async (id: string) => {
			const { status } = await stage().server.rest('POST', `/rest/executions/${id}/stop`);
			expect(status).toBe(200);
		};

		/** Starts a parent, and gives the executions when some of the calls, not all, were accepted. */
		const inTheMiddle = async (mode: string) => {
			stage().opened.sandbox.setFaults([
				{ match: { path: CALLS }, fault: { kind: 'delay', ms: DELAY_MS } },
			]);
			await callHook(stage(), parentOf(mode), { rows });
			await come(() => calls().length >= 3);
			return { parent: await latestId(parentOf(mode)), sub: await latestId(SUB) };
		};

		test('once the sub-workflow is stopped, nothing further goes out, and the log says what did', async () => {
			const { parent, sub } = await inTheMiddle('once');
			const { sandbox } = stage().opened;
			const logged = stage().server.output().length;
			await stop(sub);
			const atStop = sandbox.requests().length;
			await quiet(stage());
			// The one on its way when n8n was told may already have been followed by the next.
			expect(sandbox.requests().length).toBeLessThanOrEqual(atStop + 1);
			expect(calls().length).toBeLessThan(rows.length);
			expect(twice(stage())).toBe(0);
			expect((await endedRun(stage().server, sub)).status).toBe('canceled');
			expect((await endedRun(stage().server, parent)).status).toBe('error');
			const log = stage().server.output().slice(logged);
			expect(log).toMatch(/"Call" was stopped\. \d+ rows: \d+ accepted/);
		});

		// n8n 2.40 (`active-executions.js`, `stopExecution`) cancels the execution that it is given and no other.
		test.each(MODES)(
			'where only its parent is stopped, n8n lets the sub-workflow go on to the last row, each once: %s',
			async (mode) => {
				const { parent } = await inTheMiddle(mode);
				await stop(parent);
				expect((await endedRun(stage().server, parent)).status).toBe('canceled');
				await come(() => calls().length >= rows.length);
				await quiet(stage());
				expect(calls()).toHaveLength(rows.length);
				expect(twice(stage())).toBe(0);
				expect((await endedRun(stage().server, await latestId(SUB))).status).toBe('success');
			},
		);
	},
};

const twice = ({ opened }: Stage): number => {
	const numbers = opened.sandbox.messages().map(({ destination }) => destination);
	return numbers.length - new Set(numbers).size;
};

/** Waits until the last request was carried out, and then for as long as several more would take. */
async function quiet({ opened }: Stage): Promise<void> {
	await come(() => opened.sandbox.requests().every(({ status }) => status !== undefined));
	await sleep(6 * DELAY_MS);
}
