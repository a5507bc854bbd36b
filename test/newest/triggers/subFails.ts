import {
	come,
	ENDED,
	exampleWorkflows,
	executionsOf,
	wired,
	type Workflow,
} from '../../e2e/n8n.ts';
import {
	callHook,
	calledNode,
	executes,
	hookedChain,
	recipients,
	send,
	type Subject,
} from './stage.ts';

const TOLD = 'sub-fails-told';
const example = exampleWorkflows().get('escalate-when-a-workflow-fails.json') as Workflow;
const settings = { errorWorkflow: TOLD };

/** Each with how many workflows fail with it, and how many texts and calls that is: n8n names only the sub-workflow of the last caller. */
const FAILING = [
	['sub-fails', 'subFails', 'once', 2, 1],
	['sub-fails-each', 'subFails', 'each', 2, 1],
	['sub-fails-deep', 'subFailsBetween', 'once', 3, 2],
] as const;

/** A failure of a sub-workflow, and of those who call it: each has the recipe of failed workflows. */
export const subFails: Subject = {
	workflows: [
		{ ...example, id: TOLD, name: TOLD },
		wired('subFails', [calledNode, send('Send')], [['Called', 'Send']], settings),
		wired(
			'subFailsBetween',
			[calledNode, executes('subFails', 'each')],
			[['Called', 'Execute Workflow']],
			settings,
		),
		...FAILING.map(([id, sub, mode]) => hookedChain(id, [executes(sub, mode)], { settings })),
		hookedChain('fails-alone', [send('Send')], { settings }),
	],
	published: [TOLD, 'subFails', 'subFailsBetween', ...FAILING.map(([id]) => id), 'fails-alone'],
	tests(stage) {
		const rows = recipients(1);
		const ended = async () =>
			(await executionsOf(stage().server, TOLD)).filter(({ status }) => ENDED.includes(status))
				.length;
		/** Calls one, and waits until n8n has told of so many failures. */
		async function fail(id: string, failures: number) {
			const before = await ended();
			await callHook(stage(), id, { rows });
			await come(async () => (await ended()) >= before + failures);
			const kinds = stage()
				.opened.sandbox.messages()
				.map(({ kind }) => kind);
			return kinds.sort().join(', ');
		}
		/** Within an hour the same failure is told of once: each test has its own. */
		const refuse = (message: string) =>
			stage().opened.sandbox.setFaults([
				{
					fault: { kind: 'refuse', code: 1010, message, status: 406 },
					match: { destination: rows[0]?.to ?? '' },
				},
			]);

		test.each(FAILING)(
			'%s: a failure in %s, run %s, fails %i workflows; texts and calls: %i',
			async (id, _sub, _mode, workflows, told) => {
				refuse(id);
				expect(await fail(id, workflows)).toBe(
					[...Array(told).fill('sms'), ...Array(told).fill('voiceFile')].join(', '),
				);
			},
		);

		test('the same error of two that have nothing to do with each other is told of twice', async () => {
			refuse('alone');
			expect(await fail('sub-fails', 2)).toBe('sms, voiceFile');
			expect(await fail('fails-alone', 1)).toBe('sms, sms, voiceFile, voiceFile');
		});
	},
};
