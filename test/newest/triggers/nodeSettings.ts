import { expect, test } from '@jest/globals';
import { itemsOf } from '../../../host/run-data.ts';
import { gateway, workflowOf } from '../../e2e/built.ts';
import { endedRun, startRun, TRIGGER } from '../../e2e/rest-run.ts';
import {
	accepted,
	answerTo,
	hookedChain,
	pairing,
	recipients,
	send,
	sendBulk,
	type Subject,
} from './stage.ts';

const rows = recipients(3);
const PIN = { pinned: 'from an earlier run' };

const pinned = {
	...hookedChain('pinned', [send('Send'), pairing('After')]),
	pinData: { Send: [{ json: PIN }], Webhook: [{ json: { body: { rows: [] } } }] },
};
const pinnedByHand = workflowOf(
	'pinnedByHand',
	[{ ...rows[0] }],
	[
		gateway('Send', send('Send').parameters),
		gateway(
			'After',
			send('After', {}, { destination: '09121000009', message: 'After' }).parameters,
		),
	],
);

/** What n8n's own settings of a node do to one that sends. */
export const nodeSettings: Subject = {
	workflows: [
		pinned,
		{ ...pinnedByHand, pinData: { [TRIGGER]: [{ json: {} }], Send: [{ json: PIN }] } },
		hookedChain('once-send', [send('Send', { executeOnce: true })]),
		hookedChain('once-bulk', [sendBulk('Send', { executeOnce: true })]),
		hookedChain('disabled', [send('Send', { disabled: true }), pairing('After')]),
	],
	published: ['pinned', 'once-send', 'once-bulk', 'disabled'],
	tests(stage) {
		test('pinned data, run by hand: nothing is sent, and the next node gets the pinned data', async () => {
			const id = await startRun(stage().server, 'pinnedByHand');
			const ended = await endedRun(stage().server, id);
			expect(ended.status).toBe('success');
			expect(accepted(stage())).toEqual([{ to: '09121000009', text: 'After' }]);
			expect(itemsOf(ended, 'Send').map(({ json }) => json)).toEqual([PIN]);
		});

		test('pinned data, published: it is ignored, and the messages go out', async () => {
			const items = await answerTo(stage(), 'pinned', rows);
			expect(accepted(stage())).toEqual(rows);
			expect(items.map(({ outcome, row }) => ({ outcome, row }))).toEqual(
				rows.map(({ to }) => ({ outcome: 'accepted', row: to })),
			);
		});

		test.each(['once-send', 'once-bulk'])(
			'Execute Once sends the first row only: %s',
			async (id) => {
				const items = await answerTo(stage(), id, rows);
				expect(accepted(stage())).toEqual(rows.slice(0, 1));
				expect(items.map(({ outcome }) => outcome)).toEqual(['accepted']);
			},
		);

		test('a disabled node passes its rows on and sends nothing', async () => {
			const items = await answerTo(stage(), 'disabled', rows);
			expect(stage().opened.sandbox.requests()).toEqual([]);
			expect(items).toEqual(rows.map((row) => ({ ...row, row: row.to })));
		});
	},
};
