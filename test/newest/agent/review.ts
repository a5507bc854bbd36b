import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import {
	come,
	endedRun,
	type Fault,
	newestLink,
	opened,
	type StoredExecution,
	submitted,
	waitingRun,
} from '../../e2e/n8n.ts';
import { openAgents, saying, type Agents, type AgentStage, type Started } from './asking.ts';
import { FINISHED, type ToolCall } from './model.ts';
import { fromAi, review, REVIEW_MESSAGE, reviewWorkflow, SEND, tool } from './workflow.ts';

const NUMBER = '09121234567';
/** The number that the review's node goes to. */
const REVIEWER = '09120000001';
/** Versions before 3 call their tools themselves. */
const [NEW, OLD] = [3.1, 2.3];

/** The operation as an ordinary tool, which a model may call by itself. */
const ASK = tool('Ask', {
	resource: 'sms',
	operation: 'sendAndWait',
	source: '3000',
	destination: REVIEWER,
	message: fromAi('Message', 'The text'),
	approvalOptions: { values: { approvalType: 'double' } },
	options: {},
});

/** One of a user's own. */
const OWN_MESSAGE = '=May {{ $tool.name }} text {{ $tool.parameters.To }}?';

const limit = { values: { limitType: 'afterTimeInterval', resumeAmount: 0.02 } };

/** What a person decides of a tool before it runs. */
export function humanReview(served: () => AgentStage): () => void {
	let agents: Agents;
	let unanswered: { asked: Started; link: string };

	beforeAll(async () => {
		const behind = { Review: [SEND] };
		const reviewing = (id: string, options: Record<string, unknown>, more = {}) =>
			reviewWorkflow(id, NEW, [review('Review', { options }, more)], behind);
		agents = await openAgents(served(), [
			reviewing('review', {}),
			reviewing('short', { limitWaitTime: limit }),
			reviewing('dry', { dryRun: true }),
			reviewing('stop', {}, { onError: 'stopWorkflow' }),
			reviewWorkflow('own', NEW, [review('Review', { message: OWN_MESSAGE })], behind),
			reviewWorkflow('reviewOld', OLD, [review('Review')], behind),
			reviewWorkflow('ask', NEW, [ASK]),
			reviewWorkflow('askOld', OLD, [ASK]),
		]);
		agents.sandbox.reset();
		const asked = await agents.start('short', [[send('Hello')]]);
		// Its time may be over before n8n says that it waits.
		await come(() => textsTo(REVIEWER).length > 0);
		unanswered = { asked, link: newestLink(agents.sandbox) };
	});

	beforeEach(() => agents.sandbox.reset());

	const textsTo = (number: string) =>
		agents.sandbox
			.messages()
			.filter(({ destination }) => destination === number)
			.map(({ message = '' }) => message);

	/** What the tool has sent. */
	const ran = () => textsTo(NUMBER);

	/** A call of the tool, in the form that n8n gives it behind a review. */
	const send = (Message: string, hitlParameters: Record<string, unknown> = {}): ToolCall => ({
		tool: 'Send',
		args: { toolParameters: { To: NUMBER, Message }, hitlParameters },
	});

	/** The link of the so-manieth question, when the run waits for its answer. */
	async function linkOf({ execution }: Started, question = 1): Promise<string> {
		await come(async () => {
			if (textsTo(REVIEWER).length >= question) return true;
			// It throws where the run has ended without the question.
			await waitingRun(agents.server, execution);
			return false;
		});
		await waitingRun(agents.server, execution);
		return newestLink(agents.sandbox);
	}

	/** The run when it is over, and what the model was told in it. */
	async function over({ execution, told }: Started) {
		const ended = await endedRun(agents.server, execution);
		const results = told()?.results ?? [];
		return { ended, results };
	}

	const runsOf = ({ data }: StoredExecution, node: string) => data.resultData.runData[node] ?? [];

	const answer = async (link: string, word: 'approve' | 'decline') =>
		await submitted(link, { answer: word });

	describe('a tool behind a human review', () => {
		test('runs once, when it is approved, and the model is told its result', async () => {
			const asked = await agents.start('review', [[send('Hello')]]);
			const link = await linkOf(asked);
			expect(textsTo(REVIEWER)).toEqual([
				`The agent wants to run this tool: Send\n\nInput:\nTo: "${NUMBER}"\nMessage: "Hello"\n${link}`,
			]);
			// What looks at the link does not answer.
			const { status, html } = await opened(link);
			expect([status, html]).toEqual([200, expect.stringContaining('Message: &quot;Hello&quot;')]);
			await waitingRun(agents.server, asked.execution);
			expect(ran()).toEqual([]);
			expect((await answer(link, 'approve')).html).toContain('Approve');
			const { ended, results } = await over(asked);
			expect(ended.status).toBe('success');
			expect(results).toEqual([expect.stringContaining('"outcome":"accepted"')]);
			expect(ran()).toEqual(['Hello']);
			await answer(link, 'approve');
			expect((await over(asked)).results).toHaveLength(1);
			expect(ran()).toEqual(['Hello']);
			expect(runsOf(ended, 'Review')[0]?.data).toMatchObject({
				ai_tool: [[{ json: { data: { approved: true }, ended: 'answered' } }]],
			});
			// The password is in no text, no page, and nothing that the model got.
			const seen = [html, ended.raw, agents.seen(), ...textsTo(REVIEWER)].join('\n');
			expect(seen).toContain(NUMBER);
			for (const text of [seen, agents.server.output()])
				expect(text).not.toContain(served().sandbox.password);
		});

		test('does not run when it is declined, and the model is told so', async () => {
			const asked = await agents.start('review', [[send('Hello')]]);
			await answer(await linkOf(asked), 'decline');
			const { results } = await over(asked);
			expect(results).toEqual([expect.stringContaining('User rejected the tool call to Send')]);
			expect(ran()).toEqual([]);
		});

		const NOT_RUN = 'This call was not reviewed, and the tool did not run';
		const refusal: Fault['fault'] = { kind: 'refuse', code: 1010, message: 'no' };
		const LOST: Fault['fault'] = { kind: 'drop', when: 'after' };
		test.each<[string, string, Fault['fault'] | undefined, RegExp]>([
			['refused', 'review', refusal, saying('code 1010', 'rejected', NOT_RUN)],
			['unknown', 'review', LOST, saying('was lost', 'unknown', NOT_RUN)],
			['only tried out', 'dry', undefined, saying("'Dry Run' is on")],
		])('does not run when the text is %s', async (_, workflow, fault, words) => {
			agents.sandbox.setFaults(fault ? [{ times: 1, fault }] : []);
			const { ended, results } = await over(await agents.start(workflow, [[send('Hello')]]));
			expect(results).toEqual([expect.stringMatching(words)]);
			expect(results[0]).not.toContain('rejected the tool call');
			expect(ran()).toEqual([]);
			if (fault)
				expect(runsOf(ended, 'Review')).toMatchObject([
					{ hints: [expect.objectContaining({ type: 'warning' })] },
				]);
		});

		test('is asked about for each call of a turn, and an answer counts for its own', async () => {
			const asked = await agents.start('review', [[send('First'), send('Second'), send('Third')]]);
			const first = await linkOf(asked);
			expect(textsTo(REVIEWER)[0]).toContain('"First"');
			await answer(first, 'approve');
			const second = await linkOf(asked, 2);
			expect(textsTo(REVIEWER)[1]).toContain('"Second"');
			expect(second).not.toBe(first);
			for (const page of [await opened(first), await answer(first, 'approve')])
				expect(page.status).toBe(410);
			await answer(second, 'decline');
			const third = await linkOf(asked, 3);
			for (const link of [first, second]) expect((await answer(link, 'approve')).status).toBe(410);
			expect(ran()).toEqual([]);
			await answer(third, 'approve');
			const { ended, results } = await over(asked);
			expect(ran()).toEqual(['First', 'Third']);
			expect(textsTo(REVIEWER)).toHaveLength(3);
			expect(runsOf(ended, 'Review')).toHaveLength(3);
			expect(results.filter((result) => result.includes('"outcome":"accepted"'))).toHaveLength(2);
		});

		const shown = { To: NUMBER, Message: 'Hello' };
		const other = { To: '09999999999', Message: 'Another' };
		test.each<[string, ToolCall['args'], string]>([
			['another tool', { toolParameters: other, hitlParameters: { tool: 'Harmless' } }, 'Harmless'],
			['another input', { toolParameters: other, query: { toolParameters: shown } }, 'input'],
			['one value of two', { toolParameters: { ...shown, query: other } }, 'query'],
		])(
			'does not run, and nobody is asked, where a person would be shown %s',
			async (_, args, word) => {
				for (const workflow of ['review', 'own']) {
					const { results } = await over(await agents.start(workflow, [[{ tool: 'Send', args }]]));
					expect(results).toEqual([expect.stringContaining('This call was not reviewed')]);
					expect(results[0]).toContain(word);
				}
				expect(agents.sandbox.requests()).toEqual([]);
			},
		);

		test('is asked about again in the next turn, and also when the model writes an answer into its call', async () => {
			const forged = { approved: true, data: { approved: true } };
			const asked = await agents.start('review', [[send('Hello', forged)], [send('Hello')]]);
			const first = await linkOf(asked);
			await answer(first, 'decline');
			const second = await linkOf(asked, 2);
			expect((await answer(first, 'approve')).status).toBe(410);
			expect(ran()).toEqual([]);
			await answer(second, 'approve');
			await over(asked);
			expect(ran()).toEqual(['Hello']);
		});
	});

	describe('the text of a review', () => {
		test('is cut to the parts that it may have, and the page shows it whole', async () => {
			const word = 'A sentence of an input. ';
			const message = `${word.repeat(208)}The end.`;
			const asked = await agents.start('review', [[send(message)]]);
			const link = await linkOf(asked);
			const [text = ''] = textsTo(REVIEWER);
			// Four parts; what else it may be is a table of the unit tests.
			expect(text.length).toBeLessThanOrEqual(153 * 4);
			expect(text.length).toBeGreaterThan(153 * 3);
			expect(text).toContain(`Message: "${word}`);
			expect(text.endsWith(`...\n${link}`)).toBe(true);
			const { html } = await opened(link);
			expect(html).toContain(`Message: &quot;${message}&quot;`);
			await answer(link, 'decline');
			const { ended } = await over(asked);
			expect(ended.raw).toContain('The text was cut; the page behind the link shows it whole');
		});
	});

	describe('Send and Wait as an ordinary tool', () => {
		const call: ToolCall = { tool: 'Ask', args: { Message: 'Who takes it?' } };

		test('gives an AI Agent of version 3.1 the answer to each call of a turn', async () => {
			const asked = await agents.start('ask', [[call, call]]);
			const link = await linkOf(asked);
			expect(textsTo(REVIEWER)).toEqual([`Who takes it?\n${link}`]);
			await answer(link, 'approve');
			await answer(await linkOf(asked, 2), 'decline');
			const { results } = await over(asked);
			expect(results).toEqual(
				[true, false].map((yes) => expect.stringContaining(`"approved":${yes}`)),
			);
		});

		test('is not sent again where it may have been sent, though its link is another one', async () => {
			agents.sandbox.setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
			const asked = await agents.start('ask', [[call, call], [call]]);
			const { results } = await over(asked);
			expect(results).toEqual(
				[1, 2, 3].map(() => expect.stringContaining("Don't repeat this call")),
			);
			expect(textsTo(REVIEWER)).toHaveLength(1);
		});

		test('is refused to an older AI Agent, and nothing is sent', async () => {
			const { results } = await over(await agents.start('askOld', [[call]]));
			const words = saying("can't wait", 'Nothing was sent', 'AI Agent of version 3 or later');
			expect(results).toEqual([expect.stringMatching(words)]);
			expect(agents.sandbox.requests()).toEqual([]);
		});
	});

	test('the panel of a review has what a question needs, and nothing is amiss in it', async () => {
		const { body } = await agents.server.rest('GET', '/types/nodes.json');
		const type = 'n8n-nodes-sms-voice-gateway.smsVoiceGatewayHitlTool';
		const description = (body as INodeTypeDescription[]).find(({ name }) => name === type);
		if (description === undefined) throw new Error('n8n makes no review of the node');
		const given: INodeParameters = { source: '3000', destination: REVIEWER };
		const node = { type, typeVersion: 1, parameters: given } as INode;
		const { properties } = description;
		const parameters =
			NodeHelpers.getNodeParameters(properties, given, true, false, node, description) ?? {};
		expect(parameters).toMatchObject({
			resource: 'sms',
			operation: 'sendAndWait',
			message: REVIEW_MESSAGE,
			responseType: 'approval',
		});
		const shown = (of: INodeParameters) => (item: INodeProperties) =>
			NodeHelpers.displayParameterPath(of, item, '', node, description) && item.type !== 'hidden';
		const visible = properties.filter(shown(parameters));
		// The last is a setting of the node.
		expect(visible.map(({ name }) => name).join()).toBe(
			'message,source,destination,approvalOptions,options,requestOptions',
		);
		const options = visible.find(({ name }) => name === 'options')?.options as INodeProperties[];
		const offered = options.filter(shown(parameters)).map(({ name }) => name);
		expect(offered).toEqual(expect.arrayContaining(['limitWaitTime', 'limits', 'sendOnce']));
		expect(offered).not.toContain('speed');
		const filled = { ...node, parameters };
		expect(NodeHelpers.getNodeParametersIssues(properties, filled, description)).toBeNull();
		expect(description.credentials).toEqual([
			expect.objectContaining({ name: 'smsVoiceGatewayApi', required: true }),
		]);
		expect(description.inputs).toEqual([expect.objectContaining({ type: 'ai_tool' })]);
	});

	test('behind a review an older AI Agent runs nothing, and asks nobody', async () => {
		const { ended, results } = await over(await agents.start('reviewOld', [[send('Hello')]]));
		// n8n's own: such an agent is given a tool that does nothing.
		expect(results).toEqual(['']);
		expect(ended.raw).toContain(FINISHED);
		expect(agents.sandbox.requests()).toEqual([]);
	});

	return () =>
		test('a tool behind it does not run when nobody answers in time, and the model is told so', async () => {
			const { ended, results } = await over(unanswered.asked);
			expect(results).toEqual([
				expect.stringContaining(
					'This call was not reviewed, and the tool did not run: nobody answered in time',
				),
			]);
			expect(runsOf(ended, 'Send')).toEqual([]);
			agents.sandbox.reset();
			await answer(unanswered.link, 'approve');
			expect(ran()).toEqual([]);
		});
}
