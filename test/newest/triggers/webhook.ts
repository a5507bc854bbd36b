import { webhookNode, wired } from '../../e2e/n8n.ts';
import { accepted, callHook, send, SMS, type Subject } from './stage.ts';

const fromBody = { destination: '={{ $json.body.to }}', message: '={{ $json.body.text }}' };

const answering = (id: string, node = send('Send', {}, fromBody)) =>
	wired(
		id,
		[webhookNode('Webhook', id, { responseMode: 'lastNode' }), node],
		[['Webhook', node.name]],
	);

/** A webhook that sends. */
export const webhook: Subject = {
	workflows: [
		answering('hookSend'),
		answering('hookGoesOn', send('Send', { onError: 'continueRegularOutput' }, fromBody)),
	],
	published: ['hookSend', 'hookGoesOn'],
	tests(stage) {
		const calls = [
			{ to: '09121000001', text: 'First' },
			{ to: '09121000002', text: 'Second' },
		];

		test('two calls at once send one message each, and each answer carries its own', async () => {
			const answers = await Promise.all(
				calls.map(async (body) => await callHook(stage(), 'hookSend', body)),
			);
			expect(accepted(stage())).toHaveLength(2);
			for (const [index, { items }] of answers.entries()) {
				const to = calls[index]?.to;
				const id = stage()
					.opened.sandbox.messages()
					.find(({ destination }) => destination === to)?.id;
				expect(items).toEqual([expect.objectContaining({ destinations: [to], messageIds: [id] })]);
			}
		});

		test('the same call twice sends twice: two executions know nothing of each other', async () => {
			await callHook(stage(), 'hookSend', calls[0]);
			await callHook(stage(), 'hookSend', calls[0]);
			expect(accepted(stage())).toEqual([calls[0], calls[0]]);
		});

		test('a message that fails: n8n answers with no word of why, unless the node continues on error', async () => {
			const refusal = { kind: 'refuse', code: 1002, message: 'sender is inactive' } as const;
			stage().opened.sandbox.setFaults([{ match: { path: SMS }, fault: refusal }]);
			const stopped = await callHook(stage(), 'hookSend', calls[0]);
			expect(stopped).toMatchObject({ status: 500, items: [{ message: 'Error in workflow' }] });
			const goesOn = await callHook(stage(), 'hookGoesOn', calls[0]);
			expect(goesOn).toMatchObject({
				status: 200,
				items: [
					{
						error: expect.stringContaining('sender is inactive'),
						outcome: 'rejected',
						code: '1002',
					},
				],
			});
			// Nobody is told what a proxy has added on the way.
			expect(goesOn.items[0]).not.toHaveProperty('headers');
			expect(accepted(stage())).toEqual([]);
		});
	},
};
