import { expect, test } from '@jest/globals';
import { itemsOf } from '../../../host/runs.ts';
import { exampleWorkflows, type Workflow } from '../../../host/workflows.ts';
import { ownNode, wired, workflowOf } from '../../e2e/built.ts';
import { ENDED, endedRun, executionsOf, startRun } from '../../e2e/rest-run.ts';
import {
	accepted,
	callHook,
	CALLS,
	hookedChain,
	latest,
	recipients,
	say,
	send,
	SMS,
	until,
	type Stage,
	type Subject,
} from './stage.ts';

const example = exampleWorkflows().get('escalate-when-a-workflow-fails.json') as Workflow;
const settings = { errorWorkflow: example.id };
const REASON = 'The shop does not answer';
const REFUSAL = { kind: 'refuse', code: 1010, message: 'no such number' } as const;
const stopAndError = ownNode('Stop and Error', 'stopAndError', 1, { errorMessage: REASON });

/** An error workflow that sends and always fails, and whose own error workflow is given. */
const alwaysFails = (id: string, errorWorkflow: string) =>
	wired(
		id,
		[
			ownNode('On error', 'errorTrigger', 1),
			send('Send', {}, { destination: '0912', message: id }),
		],
		[['On error', 'Send']],
		{ errorWorkflow },
	);

/** What a workflow's failure sets off. */
export const errors: Subject = {
	workflows: [
		example,
		hookedChain('fails', [stopAndError], { settings }),
		hookedChain('fails-sending', [send('Send')], { settings }),
		{ ...workflowOf('fails-by-hand', [{}], [stopAndError], settings) },
		hookedChain('fails-to-one', [stopAndError], { settings: { errorWorkflow: 'error-one' } }),
		hookedChain('fails-to-itself', [stopAndError], { settings: { errorWorkflow: 'error-self' } }),
		alwaysFails('error-one', 'error-other'),
		alwaysFails('error-other', 'error-one'),
		alwaysFails('error-self', 'error-self'),
	],
	published: [
		example.id,
		'fails',
		'fails-sending',
		'fails-to-one',
		'fails-to-itself',
		'error-one',
		'error-other',
		'error-self',
	],
	tests(stage) {
		const escalations = async () => await executionsOf(stage().server, example.id);
		const fail = async (id: string) => await callHook(stage(), id, { rows: recipients(1) });
		const told = () => {
			const messages = stage().opened.sandbox.messages();
			return {
				texts: messages.filter(({ kind }) => kind === 'sms'),
				calls: messages.filter(({ kind }) => kind === 'voiceFile'),
			};
		};
		const escalated = async (count: number) => {
			await until(async () => {
				return (await escalations()).filter(isOver).length >= count;
			});
			expect(await escalations()).toHaveLength(count);
		};

		test.each([
			['fails', REASON],
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
				const text = texts[0]?.message ?? '';
				say(`escalated: ${text}`);
				for (const part of [id, reason, link]) expect(text).toContain(part);
			},
		);

		test('two failures at once are two texts and two calls', async () => {
			const before = (await escalations()).length;
			await Promise.all([fail('fails'), fail('fails')]);
			await escalated(before + 2);
			expect(told()).toEqual({
				texts: [expect.anything(), expect.anything()],
				calls: [expect.anything(), expect.anything()],
			});
		});

		test('a text that fails does not prevent the call', async () => {
			const before = (await escalations()).length;
			stage().opened.sandbox.setFaults([
				{ match: { path: SMS }, fault: { kind: 'drop', when: 'before' } },
			]);
			await fail('fails');
			await escalated(before + 1);
			expect(told()).toEqual({ texts: [], calls: [expect.anything()] });
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
			const before = (await escalations()).length;
			const down = { kind: 'status', status: 503 } as const;
			stage().opened.sandbox.setFaults([
				{ match: { path: SMS }, fault: down },
				{ match: { path: CALLS }, fault: down },
			]);
			await fail('fails');
			await escalated(before + 1);
			expect((await latest(stage(), example.id)).status).toBe('error');
			// One text and one call were tried, and the second failure adds as many: nothing came in between.
			expect(stage().opened.sandbox.requests()).toHaveLength(2);
			await fail('fails');
			await escalated(before + 2);
			expect(stage().opened.sandbox.requests()).toHaveLength(4);
		});

		test('an error workflow that names itself as its error workflow does not start again either', async () => {
			stage().opened.sandbox.setFaults([{ match: { path: SMS }, fault: REFUSAL }]);
			await fail('fails-to-itself');
			await runsOver(stage(), 'error-self', 1);
			await fail('fails-to-itself');
			await runsOver(stage(), 'error-self', 2);
			expect(await executionsOf(stage().server, 'error-self')).toHaveLength(2);
			expect(stage().opened.sandbox.requests()).toHaveLength(2);
		});

		test('two error workflows that name each other go round for as long as they fail', async () => {
			// Five failures, then the service takes it: without that end it would never be over.
			stage().opened.sandbox.setFaults([
				{
					match: { path: SMS },
					times: 5,
					fault: REFUSAL,
				},
			]);
			await fail('fails-to-one');
			await until(() => accepted(stage()).length > 0);
			expect(stage().opened.sandbox.requests()).toHaveLength(6);
			await runsOver(stage(), 'error-one', 3);
			await runsOver(stage(), 'error-other', 3);
		});
	},
};

async function runsOver({ server }: Stage, id: string, count: number): Promise<void> {
	await until(async () => {
		return (await executionsOf(server, id)).filter(isOver).length >= count;
	});
}

const isOver = ({ status }: { status: string }) => ENDED.includes(status);
