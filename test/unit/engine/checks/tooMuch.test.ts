import { tooMuch } from '../../../../nodes/SmsVoiceGateway/engine/check.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { mostParts } from '../../../../nodes/SmsVoiceGateway/reading/changes.ts';

/** Rows to these numbers, of which each has a key of its own, or so many have the same, or none. */
const rowsOf = (count: number, each: 'own' | 'none' | number, numbers = ['1']): Row[] =>
	Array.from({ length: count }, (_, index) => ({
		...draftOf(index),
		fields: { destination: numbers },
		...(each === 'none' ? {} : { key: String(each === 'own' ? index : index % each) }),
	}));

const failureOf = (rows: Row[], maxPerNumber = 0) =>
	tooMuch(rows, { maxMessages: 0, maxPerNumber });
const said = (...given: Parameters<typeof failureOf>) => failureOf(...given)?.message;

test('as many keys as n8n keeps may be recorded, and no more', () => {
	expect(said(rowsOf(100_000, 'own'))).toBeUndefined();
	const failure = failureOf(rowsOf(100_001, 'own'));
	expect(failure?.message).toBe(
		"This run has 100,001 different keys of 'Send Once', and n8n keeps the last 100,000 of a node, so nothing was sent",
	);
	expect(failure?.advice).toContain('up to 100,000 to a copy');
});

test('messages that are counted for their numbers take room beside the keys, or alone', () => {
	const rows = rowsOf(300_001, 'none');
	expect(said(rows.slice(1), 1)).toBeUndefined();
	expect(said(rows, 1)).toBe(
		"This run has 300,001 messages for 'Max per Number' to count, more than n8n keeps of a node, so nothing was sent",
	);
	expect(failureOf(rows, 1)?.advice).toContain('up to 100,000 to a copy');
	expect(said(rowsOf(75_000, 'own'), 1)).toBeUndefined();
	const both = failureOf(rowsOf(75_001, 'own'), 1);
	expect(both?.message).toBe(
		"This run has 75,001 different keys of 'Send Once' and 75,001 messages for 'Max per Number' to count, more than n8n keeps of a node, so nothing was sent",
	);
	expect(both?.advice).toContain('give each part of up to 50,000 to a copy of this node');
	expect(said(rowsOf(75_000, 'own', ['1', '2']), 1)).toContain(
		"75,000 different keys of 'Send Once' and 150,000 messages",
	);
});

test.each([
	[false, 0, 0, 0],
	[false, 0, 2, 0],
	[false, 3, 0, 3],
	[false, 3, 2, 3],
	[true, 0, 0, 4],
	[true, 0, 2, 2],
	[true, 0, 9, 9],
	[true, 3, 0, 3],
	[true, 3, 2, 2],
	[true, 3, 9, 3],
])(
	'A text of a review (%j), cut to %i, with at most %i message parts, has %i',
	(isReview, cutTo, maxParts, most) => {
		expect(mostParts(isReview, cutTo, maxParts)).toBe(most);
	},
);
