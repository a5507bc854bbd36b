import { expect, test } from '@jest/globals';
import { ownNode } from '../../e2e/built.ts';
import { accepted, answerTo, hooked, pairing, recipients, send, type Subject } from './stage.ts';

const append = ownNode('Merge', 'merge', 3.2, { mode: 'append' });
const byPosition = ownNode('Merge', 'merge', 3.2, {
	mode: 'combine',
	combineBy: 'combineByPosition',
	options: {},
});
const branch = (name: string, word: string) =>
	send(name, {}, { message: `=${word} {{ $json.text }}` });

/** Branches that meet, before and after what sends. */
export const merge: Subject = {
	workflows: [
		hooked(
			'merge-append',
			[branch('Send A', 'A'), branch('Send B', 'B'), append, pairing('After')],
			[
				['Rows', 'Send A'],
				['Rows', 'Send B'],
				['Send A', 'Merge', 0, 0],
				['Send B', 'Merge', 0, 1],
				['Merge', 'After'],
			],
		),
		hooked(
			'merge-combine',
			[send('Send'), byPosition, pairing('After')],
			[
				['Rows', 'Merge', 0, 0],
				['Rows', 'Send'],
				['Send', 'Merge', 0, 1],
				['Merge', 'After'],
			],
		),
		hooked(
			'merge-before',
			[pairing('One'), pairing('Other'), append, send('Send'), pairing('After')],
			[
				['Rows', 'One'],
				['Rows', 'Other'],
				['One', 'Merge', 0, 0],
				['Other', 'Merge', 0, 1],
				['Merge', 'Send'],
				['Send', 'After'],
			],
		),
	],
	published: ['merge-append', 'merge-combine', 'merge-before'],
	tests(stage) {
		const rows = recipients(3);
		const numbers = rows.map(({ to }) => to);

		test('Append waits for both branches, which send once each, and pairs every result with its row', async () => {
			const items = await answerTo(stage(), 'merge-append', rows);
			const texts = (word: string) => rows.map(({ to, text }) => ({ to, text: `${word} ${text}` }));
			// Which branch runs first is up to where the nodes stand in the editor.
			expect(accepted(stage()).sort(byText)).toEqual([...texts('A'), ...texts('B')]);
			expect(items.map(({ row }) => row)).toEqual([...numbers, ...numbers]);
			expect(items.map(({ destinations }) => destinations)).toEqual(
				[...numbers, ...numbers].map((to) => [to]),
			);
		});

		test("Combine by position puts each row's own columns beside its result", async () => {
			const items = await answerTo(stage(), 'merge-combine', rows);
			expect(accepted(stage())).toEqual(rows);
			expect(items).toEqual(
				rows.map(({ to, text }) =>
					expect.objectContaining({ to, text, row: to, destinations: [to], outcome: 'accepted' }),
				),
			);
		});

		test('what comes merged is sent once for each item, and paired through the merge', async () => {
			const items = await answerTo(stage(), 'merge-before', rows);
			expect(accepted(stage())).toEqual([...rows, ...rows]);
			expect(items.map(({ row }) => row)).toEqual([...numbers, ...numbers]);
		});
	},
};

const byText = (a: { text: string }, b: { text: string }) => a.text.localeCompare(b.text);
