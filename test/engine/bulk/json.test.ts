import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { CONTINUE, ERROR_OUTPUT, REFUSED, strikes } from '../stage/modes.ts';
import { type Parameters, SEND_JSON } from '../stage/operations.ts';
import { detailsOf, messagesOf, numberOf, numbers, pairOf, times } from '../stage/rows.ts';
import { staged } from '../stage/table.ts';

const { messageTo, batches, check, table } = staged();

const messages = (from: number, count: number) =>
	messagesOf(
		numbers(count).map((_, index) => `Hello no. ${from + index}`),
		from,
	);
const wrong = (list: IDataObject[], ...indexes: number[]) =>
	list.map((message, index) =>
		indexes.includes(index) ? { ...message, destination: 'nobody' } : message,
	);
const says = (item: number, number: number) =>
	`'Messages' of item ${item} has a message no. ${number} which holds a "destination" that holds "nobody", which is not a phone number`;
const IN_TWOS: Parameters = (options) =>
	SEND_JSON({ speed: { values: { batchSize: 2 } }, ...options });
const idOf = (index: number) => messageTo(numberOf(index))?.id;
const twoLists = [{ list: messages(0, 3) }, { list: messages(3, 2) }];

test('messages from JSON leave in batches like rows, one result each, paired with their item', async () => {
	const rows = [{ list: messages(0, 130) }, { list: JSON.stringify(messages(130, 120)) }];
	const { items } = await check({ rows: rows as IDataObject[] }, SEND_JSON);
	const all = numbers(250);
	expect(batches()).toEqual([all.slice(0, 100), all.slice(100, 200), all.slice(200)]);
	expect(items.map(pairOf)).toEqual([...times(130, 0), ...times(120, 1)]);
	expect(items.map(({ json }) => json)).toEqual(
		all.map((destination, index) => ({
			...{ outcome: 'accepted', messageId: idOf(index), source: '3000', destination },
			...{ encoding: 'GSM-7', parts: 1, batch: Math.floor(index / 100) + 1 },
		})),
	);
});

test('of which one batch fails mark only their own, and go to the error output with their item', async () => {
	const rows = twoLists.map((row, index) => ({ name: `row ${index}`, ...row }));
	const line = { rows, node: ERROR_OUTPUT, fault: [strikes(2, REFUSED)], ends: '3 accepted' };
	const { errorItems } = await check(line, IN_TWOS);
	expect(errorItems.map(pairOf)).toEqual([0, 1]);
	expect(errorItems.map(({ json }) => json.name)).toEqual(['row 0', 'row 1']);
	expect(errorItems.map((item) => detailsOf(item).destination)).toEqual([2, 3].map(numberOf));
});

test('are told by their number in the error of a run that stops', async () => {
	const line = { rows: twoLists, fault: [strikes(2, REFUSED)], error: '…', asks: '0,1 2,3' };
	const { error } = await check(line, IN_TWOS);
	expect(error?.description).toContain(
		`2 accepted (message 1, message id ${idOf(0)}; message 2, message id ${idOf(1)}), 2 rejected (messages 3–4), 1 not sent (message 5)`,
	);
});

table('wrong messages from JSON', IN_TWOS, {
	'keep all back, with how many there are, and the first ten of them named': {
		rows: [{ list: wrong(messages(0, 25), ...messages(0, 25).keys()) }],
		error: '25 of 25 rows are wrong, so nothing was sent',
		advice: `${says(0, 1)}. …${says(0, 10)}. And 15 more.…`,
	},
	'each get their reason where the node continues, and the right ones are not sent': {
		...{ rows: [{ list: wrong(messages(0, 3), 1) }, { list: messages(3, 1) }], node: CONTINUE },
		...{ ends: '1 notSent, 1 rejected, 2 notSent', json: [{}, { error: says(0, 2) }, {}, {}] },
		requests: 0,
	},
	'are left out with Invalid Rows on Skip, in stop mode without an error': {
		options: { invalidRows: 'skip' },
		rows: [{ list: wrong(messages(0, 3), 1) }, { list: messages(3, 1) }],
		...{ ends: '1 accepted, 1 rejected, 2 accepted', asks: '0,2 3' },
	},
	...Object.fromEntries(
		Object.entries({
			'no array': { a: 1 },
			'an empty array': [],
			'no JSON': '[{',
			nothing: null,
		}).map(([what, list]) => [
			`that are ${what} are one wrong row, and the other items are sent with Skip`,
			{
				options: { invalidRows: 'skip' },
				rows: [{ list: list as IDataObject }, { list: messages(0, 2) }],
				...{ ends: '1 rejected, 2 accepted', reason: "'Messages' of item 0 holds …" },
			},
		]),
	),
	'are shown by a dry run': {
		...{ options: { dryRun: true }, rows: [{ list: wrong(messages(0, 4), 0) }] },
		...{ ends: '1 rejected, 3 dryRun', json: [{}, { batch: 1 }, { batch: 1 }, { batch: 2 }] },
		hint: `Dry run, nothing was sent; 4 rows: 3 would be sent, 1 wrong. First: ${says(0, 1)}. 3 message parts in 2 requests; the credit is 1,000.`,
		requests: 0,
	},
});
