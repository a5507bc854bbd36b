import {
	come,
	ENDED,
	exampleWorkflows,
	executionsOf,
	itemsOf,
	type Node,
	ownNode,
	publish,
	type Served,
	textNode,
	wired,
	type Workflow,
} from '../../e2e/n8n.ts';
import { callHook, hookedChain, latest, recipients } from './stage.ts';

const example = exampleWorkflows().get('escalate-when-a-workflow-fails.json') as Workflow;
const [ROW] = recipients(1);
/** The recipe twice: what a person gets in an hour is counted by workflow. */
const [TOLD, TOLD_OFTEN] = ['fails-told', 'fails-told-often'] as const;
const settings = { errorWorkflow: TOLD };

const calledNode = ownNode('Called', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
const executes = (id: string, mode: string): Node =>
	ownNode('Execute Workflow', 'executeWorkflow', 1.3, {
		source: 'database',
		workflowId: { __rl: true, mode: 'id', value: id },
		workflowInputs: { mappingMode: 'defineBelow', value: {} },
		mode,
		options: {},
	});

/** Each with how many workflows fail with it, and how many texts and calls that is: n8n names only the sub-workflow of the last caller. */
const CALLERS = [
	['sub-fails', 'subFails', 'once', 2, 1],
	['sub-fails-each', 'subFails', 'each', 2, 1],
	['sub-fails-deep', 'subFailsBetween', 'once', 3, 2],
] as const;

/** The recipe of failed workflows. */
export function workflowFails(served: () => Served): void {
	beforeAll(async () => {
		const { host, server } = served();
		const workflows = [
			...[TOLD, TOLD_OFTEN].map((id) => ({ ...example, id, name: id })),
			wired('subFails', [calledNode, textNode('Send')], [['Called', 'Send']], settings),
			wired(
				'subFailsBetween',
				[calledNode, executes('subFails', 'each')],
				[['Called', 'Execute Workflow']],
				settings,
			),
			...CALLERS.map(([id, sub, mode]) => hookedChain(id, [executes(sub, mode)], settings)),
			hookedChain('fails-alone', [textNode('Send')], settings),
			hookedChain('fails-often', [textNode('Send')], { errorWorkflow: TOLD_OFTEN }),
		];
		await host.importWorkflows(workflows);
		await publish(server, ...workflows.map(({ id }) => id));
	});
	beforeEach(() => served().sandbox.reset());

	/** Lets one fail for this reason, and waits until n8n has told of so many failures. Within an hour the same failure is told of once: each test has its own. */
	async function fail(id: string, reason: string, failures = 1): Promise<void> {
		const { server, sandbox } = served();
		const ended = async () => {
			const all = await executionsOf(server, id === 'fails-often' ? TOLD_OFTEN : TOLD);
			return all.filter(({ status }) => ENDED.includes(status)).length;
		};
		const before = await ended();
		sandbox.setFaults([
			{
				fault: { kind: 'refuse', code: 1010, message: reason, status: 406 },
				match: { destination: ROW?.to ?? '' },
			},
		]);
		await callHook(served(), id, { rows: [ROW] });
		await come(async () => (await ended()) >= before + failures);
	}
	const told = (kind: string) =>
		served()
			.sandbox.messages()
			.filter((message) => message.kind === kind);

	test('the administrator gets one text, with name, link and reason in three parts, and one call; of many failures twelve and six an hour', async () => {
		const hour = new Date().getUTCHours();
		await fail('fails-often', 'no 🔥 '.repeat(100));
		const settingsOf = itemsOf(await latest(served(), TOLD_OFTEN), 'Settings');
		const { administrator, fileId } = settingsOf[0]?.json ?? {};
		expect(told('voiceFile')).toMatchObject([{ destination: administrator, fileId }]);
		expect(told('sms')).toMatchObject([{ destination: administrator }]);
		const [{ message = '' } = {}] = told('sms');
		const run = (await latest(served(), 'fails-often')).id;
		const link = `${served().server.url}/workflow/fails-often/executions/${run}`;
		expect(message).toContain(`ALERT: the workflow "fails-often" failed\n${link}\nThe service`);
		// Three parts of 67.
		expect(message.length).toBeLessThanOrEqual(201);
		expect(message).toMatch(/\.\.\.$/);
		for (let nth = 0; nth < 13; nth++) await fail('fails-often', `no. ${nth}`);
		if (new Date().getUTCHours() !== hour) return;
		expect([told('sms').length, told('voiceFile').length]).toEqual([12, 6]);
	});

	test.each(CALLERS)(
		'%s: a failure in %s, run %s, fails %i workflows; texts and calls: %i',
		async (id, _sub, _mode, workflows, times) => {
			await fail(id, id, workflows);
			expect([told('sms').length, told('voiceFile').length]).toEqual([times, times]);
		},
	);

	test('the same error of two that have nothing to do with each other is told of twice', async () => {
		await fail('sub-fails', 'alone', 2);
		await fail('fails-alone', 'alone');
		expect([told('sms').length, told('voiceFile').length]).toEqual([2, 2]);
	});
}
