import { come, endedRun, executionsOf, itemsOf, ownN8n, ownNode } from '../e2e/n8n.ts';
import { batch } from '../newest/triggers/batch.ts';
import { errors } from '../newest/triggers/errors.ts';
import { evaluation } from '../newest/triggers/evaluation.ts';
import {
	accepted,
	callHook,
	hookedChain,
	pairing,
	recipients,
	send,
	sendBulk,
	triggersOn,
} from '../newest/triggers/stage.ts';
import { stopped } from '../newest/triggers/stopped.ts';

const WAITS = 'wait-restart';
const rows = recipients(3);
const numbers = rows.map(({ to }) => to);

const n8n = ownN8n({
	workflows: () => [
		hookedChain(
			WAITS,
			[
				send('Before'),
				pairing('Between'),
				// Whatever waits for a call waits in the database, also where the time is short. It must not run out before n8n
				// is up again, which takes its time on a busy machine: n8n would let the run go on, and say that it crashed.
				ownNode(
					'Wait',
					'wait',
					1.1,
					{
						resume: 'webhook',
						limitWaitTime: true,
						limitType: 'afterTimeInterval',
						resumeAmount: 120,
						resumeUnit: 'seconds',
					},
					{ webhookId: 'resume' },
				),
				sendBulk(
					'Later',
					{},
					{ destination: '={{ $json.row }}', message: '=Later {{ $json.row }}' },
				),
				pairing('After'),
			],
			{ webhook: { responseMode: 'onReceived' } },
		),
	],
	published: [WAITS],
});

test('a run that waits while n8n restarts goes on by itself and sends nothing again', async () => {
	await callHook(n8n, WAITS, { rows });
	const begun = async () => (await executionsOf(n8n.server, WAITS))[0];
	await come(async () => (await begun())?.status === 'waiting');
	expect(accepted({ opened: n8n })).toEqual(rows);
	await n8n.server.stop();
	await n8n.serve();
	const ended = await endedRun(n8n.server, (await begun())?.id ?? '');
	expect(ended.status).toBe('success');
	const later = numbers.map((to) => ({ to, text: `Later ${to}` }));
	expect(accepted({ opened: n8n })).toEqual([...rows, ...later]);
	expect(itemsOf(ended, 'After').map(({ json }) => json.row)).toEqual(numbers);
});

describe('a trigger', () => {
	triggersOn({
		"a workflow's failure": errors,
		'a sub-workflow that is stopped': stopped,
		'an evaluation': evaluation,
		'n8n execute-batch': batch,
	})(() => n8n);
});
