import { ownNode } from '../../e2e/n8n.ts';
import {
	accepted,
	answerTo,
	hooked,
	pairing,
	recipients,
	send,
	sendBulk,
	type Subject,
} from './stage.ts';

/** Milliseconds from request to request, also of different rounds. */
const PACE = 1000;

const looped = (id: string, node = send('Send')) =>
	hooked(
		id,
		[
			ownNode('Loop Over Items', 'splitInBatches', 3, { batchSize: 2, options: {} }),
			node,
			pairing('After'),
		],
		[
			['Rows', 'Loop Over Items'],
			['Loop Over Items', 'After', 0],
			['Loop Over Items', node.name, 1],
			[node.name, 'Loop Over Items'],
		],
	);

/** A loop around what sends. */
export const loop: Subject = {
	workflows: [
		looped('loop-send'),
		looped('loop-bulk', sendBulk('Send')),
		looped(
			'loop-once',
			sendBulk('Send', {}, { options: { sendOnce: { values: { by: 'text' } } } }),
		),
		looped(
			'loop-pace',
			sendBulk('Send', {}, { options: { speed: { values: { batchInterval: PACE } } } }),
		),
	],
	published: ['loop-send', 'loop-bulk', 'loop-once', 'loop-pace'],
	tests(stage) {
		test.each(['loop-send', 'loop-bulk'])(
			'%s: each row goes out once, and the end of the loop has every result with its row',
			async (id) => {
				const rows = recipients(5);
				const items = await answerTo(stage(), id, rows);
				expect(accepted(stage())).toEqual(rows);
				expect(items.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'accepted'));
				expect(items.map(numberOf)).toEqual(rows.map(({ to }) => to));
				expect(items.map(({ row }) => row)).toEqual(rows.map(({ to }) => to));
				expect(stage().opened.sandbox.requests()).toHaveLength(id === 'loop-bulk' ? 3 : 5);
			},
		);

		test.each(['loop-send', 'loop-bulk'])(
			'%s: the same message in a later round is a message of its own, and goes out',
			async (id) => {
				const [first, second] = recipients(2);
				const rows = [first, second, first, second];
				await answerTo(stage(), id, rows);
				expect(accepted(stage())).toEqual(rows);
			},
		);

		test('loop-pace: the Batch Interval holds from round to round', async () => {
			const begun = Date.now();
			await answerTo(stage(), 'loop-pace', recipients(6));
			const requests = stage().opened.sandbox.requests();
			expect(requests).toHaveLength(3);
			// By when it began: on a busy machine two may come in closer together than they left.
			const early = requests.filter(({ at }, nth) => Date.parse(at) - begun < nth * PACE - 10);
			expect(early).toEqual([]);
		});

		test("loop-once: with 'Send Once' the same message in a later round is a duplicate", async () => {
			const [first, second] = recipients(2);
			const rows = [first, second, first, second];
			const items = await answerTo(stage(), 'loop-once', rows);
			expect(accepted(stage())).toEqual([first, second]);
			const outcomes = ['accepted', 'accepted', 'duplicate', 'duplicate'];
			expect(items.map(({ outcome }) => outcome)).toEqual(outcomes);
		});
	},
};

const numberOf = ({ destination, destinations }: Record<string, unknown>): unknown =>
	Array.isArray(destinations) ? destinations[0] : destination;
