import { beforeAll, expect, test } from '@jest/globals';
import { http } from '../../../host/http.ts';
import { itemsOf } from '../../../host/runs.ts';
import { APART } from '../../e2e/opened.ts';
import { ownNode } from '../../e2e/built.ts';
import { endedRun, executionsOf, storedRun } from '../../e2e/rest-run.ts';
import {
	accepted,
	acceptedBy,
	answerTo,
	callHook,
	hookedChain,
	pairing,
	recipients,
	say,
	send,
	sendBulk,
	until,
	type Stage,
	type Subject,
} from './stage.ts';

const toRow = { destination: '={{ $json.row }}', message: '=Later {{ $json.row }}' };
const toFirst = { destination: "={{ $('Rows').first().json.to }}", message: 'Later' };
const link = ownNode('Link', 'set', 3.4, {
	assignments: {
		assignments: [{ id: 'url', name: 'url', type: 'string', value: '={{ $execution.resumeUrl }}' }],
	},
	options: {},
});
const waiting = (parameters: Record<string, unknown>) =>
	ownNode('Wait', 'wait', 1.1, parameters, { webhookId: 'resume' });
const apart = { credentials: { [APART.type]: APART } };
const rows = recipients(3);
const numbers = rows.map(({ to }) => to);
const later = numbers.map((to) => ({ to, text: `Later ${to}` }));
const inBackground = { webhook: { responseMode: 'onReceived' } };

/** A wait between what sends. */
export const wait: Subject = {
	workflows: [
		hookedChain('wait-time', [
			send('Before'),
			pairing('Between'),
			waiting({ resume: 'timeInterval', amount: 1, unit: 'seconds' }),
			send('Later', {}, toRow),
			pairing('After'),
		]),
		hookedChain(
			'wait-webhook',
			[send('Before'), link, waiting({ resume: 'webhook' }), send('Later', {}, toFirst)],
			inBackground,
		),
		hookedChain(
			'wait-restart',
			[
				send('Before', apart),
				pairing('Between'),
				// Whatever waits for a call waits in the database, also where the time is short. It must not run out before n8n
				// is up again, which takes its time on a busy machine: n8n would let the run go on, and say that it crashed.
				waiting({
					resume: 'webhook',
					limitWaitTime: true,
					limitType: 'afterTimeInterval',
					resumeAmount: 120,
					resumeUnit: 'seconds',
				}),
				sendBulk('Later', apart, toRow),
				pairing('After'),
			],
			inBackground,
		),
	],
	published: ['wait-time', 'wait-webhook', 'wait-restart'],
	tests(stage) {
		beforeAll(async () => {
			await untilItWaits(stage(), 'wait-restart', rows);
			expect(acceptedBy({ sandbox: stage().apart })).toEqual(rows);
			await stage().restart();
		});

		test('a short wait: each node sends once, and the results are paired with their rows', async () => {
			const items = await answerTo(stage(), 'wait-time', rows);
			expect(accepted(stage())).toEqual([...rows, ...later]);
			expect(items.map(({ row }) => row)).toEqual(numbers);
		});

		test('a run that waits in the database for a call sends nothing again when it comes', async () => {
			const id = await untilItWaits(stage(), 'wait-webhook', rows);
			expect(accepted(stage())).toEqual(rows);
			const stored = await storedRun(stage().server, id);
			const resumed = await http.get(String(itemsOf(stored, 'Link')[0]?.json.url));
			expect(resumed.status).toBe(200);
			expect((await endedRun(stage().server, id)).status).toBe('success');
			// A call goes on with what it brought, one item, instead of the rows.
			expect(accepted(stage())).toEqual([...rows, { to: numbers[0], text: 'Later' }]);
		});
	},
	late(stage) {
		test('a run that waits while n8n restarts goes on by itself and sends nothing again', async () => {
			const [begun] = await executionsOf(stage().server, 'wait-restart');
			const ended = await endedRun(stage().server, begun?.id ?? '');
			expect(ended.status).toBe('success');
			const sent = acceptedBy({ sandbox: stage().apart });
			expect(sent).toEqual([...rows, ...later]);
			const outcomes = itemsOf(ended, 'Before').map(({ json }) => json.outcome);
			expect(outcomes).toEqual(rows.map(() => 'accepted'));
			expect(itemsOf(ended, 'After').map(({ json }) => json.row)).toEqual(numbers);
			say(`waited through a restart: ${sent.length} messages for ${rows.length} rows`);
		});
	},
};

/** Starts a run, and gives its id once it waits. */
async function untilItWaits(stage: Stage, workflow: string, rows: unknown[]): Promise<string> {
	await callHook(stage, workflow, { rows });
	const status = async () => (await executionsOf(stage.server, workflow))[0]?.status;
	await until(async () => (await status()) === 'waiting');
	return (await executionsOf(stage.server, workflow))[0]?.id ?? '';
}
