import {
	come,
	ENDED,
	endedRun,
	exampleWorkflows,
	executionsOf,
	itemsOf,
	ownNode,
	startRun,
	type Workflow,
	workflowOf,
} from '../../e2e/n8n.ts';
import {
	callHook,
	CALLS,
	hookedChain,
	latest,
	recipients,
	send,
	SMS,
	type Stage,
	type Subject,
} from './stage.ts';

const example = exampleWorkflows().get('escalate-when-a-workflow-fails.json') as Workflow;
const settings = { errorWorkflow: example.id };
const REFUSAL = { kind: 'refuse', code: 1010, message: 'no such number' } as const;
const stopAndError = ownNode('Stop and Error', 'stopAndError', 1, {
	errorMessage: "={{ $json.text ?? 'By hand' }}",
});

/** The example under another id, which counts what a person gets in an hour by itself, and a workflow that it watches. */
const watched = (id: string) => [
	{ ...example, id: `told-${id}`, name: `told-${id}` },
	hookedChain(id, [stopAndError], { settings: { errorWorkflow: `told-${id}` } }),
];
const APART = ['same', 'different', 'long', 'down'];

/** What a workflow's failure sets off. */
export const errors: Subject = {
	workflows: [
		example,
		hookedChain('fails', [stopAndError], { settings }),
		...APART.flatMap(watched),
		hookedChain('fails-sending', [send('Send')], { settings }),
		{ ...workflowOf('fails-by-hand', [{}], [stopAndError], settings) },
	],
	published: [example.id, 'fails', ...APART.flatMap((id) => [`told-${id}`, id]), 'fails-sending'],
	tests(stage) {
		const escalations = async () => await executionsOf(stage().server, example.id);
		let failures = 0;
		/** The same failure tells nobody again within the hour: each is another, but where a test gives the reason. */
		const fail = async (id: string, reason = `The shop does not answer (${failures++})`) =>
			await callHook(stage(), id, { rows: [{ ...recipients(1)[0], text: reason }] });
		const told = () => {
			const messages = stage().opened.sandbox.messages();
			return {
				texts: messages.filter(({ kind }) => kind === 'sms'),
				calls: messages.filter(({ kind }) => kind === 'voiceFile'),
			};
		};
		const escalated = async (count: number) => {
			await runsOver(stage(), example.id, count);
			expect(await escalations()).toHaveLength(count);
		};

		test.each([
			['fails', 'The shop does not answer ('],
			['fails-sending', 'The service refused the request: "no such number" (code 1010, HTTP 406)'],
		])(
			'%s: the administrator gets one text, with name, reason and link, and one call',
			async (id, reason) => {
				stage().opened.sandbox.setFaults([
					{ match: { destination: recipients(1)[0]?.to ?? '' }, fault: REFUSAL },
				]);
				const before = (await escalations()).length;
				await fail(id);
				await escalated(before + 1);
				const ended = await latest(stage(), example.id);
				expect(ended.status).toBe('success');
				const { administrator, fileId } = itemsOf(ended, 'Settings')[0]?.json ?? {};
				const { texts, calls } = told();
				const execution = (await latest(stage(), id)).id;
				const link = `${stage().server.url}/workflow/${id}/executions/${execution}`;
				expect(texts).toEqual([
					expect.objectContaining({ destination: administrator, message: expect.any(String) }),
				]);
				expect(calls).toEqual([expect.objectContaining({ destination: administrator, fileId })]);
				const [text = ''] = texts.map(({ message }) => message);
				expect(text).toContain(`ALERT: the workflow "${id}" failed\n${link}\n${reason}`);
			},
		);

		// Where the hour ends in between, each comes once more.
		test.each<[string, string, (nth: number) => string, number, number]>([
			['same', 'the same failure', () => 'No connection', 1, 1],
			['different', 'different failures', (nth) => `No connection (${nth})`, 12, 6],
		])('%s: thirty times %s', async (id, _, reasonOf, texts, calls) => {
			for (let nth = 0; nth < 30; nth++) await fail(id, reasonOf(nth));
			await runsOver(stage(), `told-${id}`, 30);
			for (const { status } of await executionsOf(stage().server, `told-${id}`))
				expect(status).toBe('success');
			expect(told().texts.length).toBeGreaterThanOrEqual(texts);
			expect(told().texts.length).toBeLessThanOrEqual(2 * texts);
			expect(told().calls.length).toBeGreaterThanOrEqual(calls);
			expect(told().calls.length).toBeLessThanOrEqual(2 * calls);
		});

		test('a message of 5,000 characters is cut, behind the link to the execution', async () => {
			await fail('long', 'no 🔥 '.repeat(1000));
			await runsOver(stage(), 'told-long', 1);
			const [message = ''] = told().texts.map((text) => text.message);
			// Three parts of 67.
			expect(message.length).toBeLessThanOrEqual(201);
			expect(message).toMatch(
				/^ALERT: the workflow "long" failed\nhttp\S+\/executions\/\d+\nno 🔥.*\.\.\.$/su,
			);
		});

		test('a run that is started by hand and fails tells nobody', async () => {
			const before = (await escalations()).length;
			const id = await startRun(stage().server, 'fails-by-hand');
			expect((await endedRun(stage().server, id)).status).toBe('error');
			await fail('fails');
			await escalated(before + 1);
			expect(told().texts).toHaveLength(1);
			expect(told().texts[0]?.message).not.toContain('fails-by-hand');
		});

		test('an error workflow that fails itself does not start again', async () => {
			const down = { kind: 'status', status: 503 } as const;
			stage().opened.sandbox.setFaults([
				{ match: { path: SMS }, fault: down },
				{ match: { path: CALLS }, fault: down },
			]);
			await fail('down');
			await runsOver(stage(), 'told-down', 1);
			expect((await latest(stage(), 'told-down')).status).toBe('error');
			// One text and one call were tried, and the second failure adds as many: nothing came in between.
			expect(stage().opened.sandbox.requests()).toHaveLength(2);
			await fail('down');
			await runsOver(stage(), 'told-down', 2);
			expect(stage().opened.sandbox.requests()).toHaveLength(4);
		});
	},
};

async function runsOver({ server }: Stage, id: string, count: number): Promise<void> {
	await come(async () => (await executionsOf(server, id)).filter(isOver).length >= count);
}

const isOver = ({ status }: { status: string }) => ENDED.includes(status);
