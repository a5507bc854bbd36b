import { namesOf } from '../../../../nodes/SmsVoiceGateway/row/report.ts';
import { unread } from '../../../../nodes/SmsVoiceGateway/row/row.ts';

/** Accepted rows, of items 0 on, each with these ids; null: an item of which none is here. */
const accepted = (...all: Array<string[] | null>) =>
	all.flatMap((ids, item) =>
		ids === null ? [] : unread(item, { outcome: 'accepted', items: [], ids }),
	);
const counted = (count: number) =>
	accepted(...Array.from({ length: count }, (_, index) => [String(5_271_501_000 + index)]));

test.each([
	['one row', accepted(['17']), 'item 0, message id 17'],
	['ids that run on', counted(299), 'items 0–298, message ids 5271501000–5271501298'],
	[
		'ids beyond what a number holds',
		accepted(['9007199254740993'], ['9007199254740994']),
		'items 0–1, message ids 9007199254740993–9007199254740994',
	],
	[
		'an item between them, and a leap',
		accepted(['17'], null, ['18'], ['20']),
		'item 0, message id 17; item 2, message id 18; item 3, message id 20',
	],
	[
		'zeros in front, which no span would keep',
		accepted(['009'], ['010']),
		'item 0, message id 009; item 1, message id 010',
	],
	['words', accepted(['a-1'], ['a-2']), 'item 0, message id a-1; item 1, message id a-2'],
	[
		'several in a row, and none',
		accepted(['1', '2'], ['3'], []),
		'item 0, message id 1, 2; item 1, message id 3; item 2',
	],
])('the log of a stopped node names all ids: %s', (_, rows, names) => {
	expect(namesOf(rows, 'sms', true)).toBe(names);
});

test('an error names the first ten', () => {
	expect(namesOf(counted(299), 'sms')).toMatch(/^item 0, message id 5271501000; .* and 289 more$/);
	const ten = Array.from({ length: 10 }, (_, index) => String(10 + index));
	expect(namesOf(accepted(ten), 'sms')).toBe(`item 0, message id ${ten.join(', ')}`);
	expect(namesOf(accepted([...ten, '99']), 'sms')).toBe(
		`item 0, message id ${ten.join(', ')} and 1 more`,
	);
	expect(namesOf(counted(2), 'call', true)).toBe('items 0–1, call ids 5271501000–5271501001');
});
