import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { detailsOf, gateway, sendJson } from '../stage/gateway.ts';
import {
	batchesAt,
	leaving,
	messageTo,
	numberOf,
	numbers,
	outcomesOf,
	pairOf,
	times,
	timesSentTo,
	CONTINUE,
	ERROR_OUTPUT,
	RETRY,
} from '../stage/rows.ts';

const { sandbox, run } = gateway();

const messagesFor = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		source: '3000',
		destination: numberOf(from + index),
		message: `Hello no. ${from + index}`,
		send_to_blacklist: 0,
	}));
const wrong = (list: IDataObject[], ...indexes: number[]) =>
	list.map((message, index) =>
		indexes.includes(index) ? { ...message, destination: 'nobody' } : message,
	);
/** The array of each input item, in its column `list`. */
const fromItems = (options: INodeParameters = {}) => sendJson('={{ $json.list }}', { options });
const idOf = (index: number) => messageTo(sandbox(), numberOf(index))?.id;

describe('messages from JSON', () => {
	test('leave in batches like rows, one result each, paired with their item', async () => {
		const { items, error } = await run(fromItems({ speed: { values: { batchSize: 100 } } }), {
			rows: [{ list: messagesFor(0, 130) }, { list: JSON.stringify(messagesFor(130, 120)) }],
		});
		expect(error).toBeUndefined();
		const all = numbers(250);
		expect(batchesAt(sandbox())).toEqual([all.slice(0, 100), all.slice(100, 200), all.slice(200)]);
		expect(items.map(pairOf)).toEqual([...times(130, 0), ...times(120, 1)]);
		expect(items.map(({ json }) => json)).toEqual(
			all.map((destination, index) => ({
				outcome: 'accepted',
				messageId: idOf(index),
				source: '3000',
				destination,
				encoding: 'GSM-7',
				parts: 1,
				batch: Math.floor(index / 100) + 1,
			})),
		);
	});

	test('leave a hundred at a time unless told otherwise', async () => {
		await run(fromItems(), { rows: [{ list: messagesFor(0, 101) }] });
		expect(batchesAt(sandbox()).map(({ length }) => length)).toEqual([100, 1]);
	});

	test('of which one batch fails mark only their own, and go to the error output with their item', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(2) }, fault: { kind: 'status', status: 400 } },
		]);
		const rows = [
			{ name: 'a', list: messagesFor(0, 3) },
			{ name: 'b', list: messagesFor(3, 3) },
		];
		const { items, errorItems } = await run(fromItems({ speed: { values: { batchSize: 2 } } }), {
			rows,
			node: ERROR_OUTPUT,
		});
		expect(items.map(({ json }) => json.destination)).toEqual([0, 1, 4, 5].map(numberOf));
		expect(errorItems.map(pairOf)).toEqual([0, 1]);
		expect(errorItems.map(({ json }) => json.name)).toEqual(['a', 'b']);
		expect(errorItems.map((item) => detailsOf(item).destination)).toEqual([2, 3].map(numberOf));
	});

	test('are told by their number in the error of a run that stops', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(2) }, fault: { kind: 'status', status: 400 } },
		]);
		const { error } = await run(fromItems({ speed: { values: { batchSize: 2 } } }), {
			rows: [{ list: messagesFor(0, 3) }, { list: messagesFor(3, 3) }],
		});
		expect(error?.description).toContain(
			`2 accepted (message 1, message id ${idOf(0)}; message 2, message id ${idOf(1)}), 2 rejected (messages 3–4), 2 not sent (messages 5–6)`,
		);
	});

	test('that were accepted are not sent again by a retry', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(2) }, times: 1, fault: { kind: 'status', status: 400 } },
		]);
		const { items, error } = await run(fromItems({ speed: { values: { batchSize: 2 } } }), {
			rows: [{ list: messagesFor(0, 3) }, { list: messagesFor(3, 2) }],
			node: RETRY,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.messageId)).toEqual([0, 1, 2, 3, 4].map(idOf));
		for (const to of numbers(5)) expect(timesSentTo(sandbox(), to)).toBe(1);
	});

	test('get no guessed ids', async () => {
		sandbox().setFaults([
			{ fault: { kind: 'raw', body: '{"success":true,"data":[9001]}', accept: true } },
		]);
		const { json } = await run(fromItems(), { rows: [{ list: messagesFor(0, 2) }] });
		expect(json).toMatchObject(times(2, { messageId: null }));
		expect(json.map(({ response }) => response)).toEqual([
			{ success: true, data: [9001] },
			undefined,
		]);
	});
});

describe('wrong messages from JSON', () => {
	const says = (item: number, number: number) =>
		`'Messages' of item ${item} has a message no. ${number} which holds a "destination" that holds "nobody", which is not a phone number`;

	test('keep all others back and are named by item and place', async () => {
		const { error } = await run(fromItems(), {
			rows: [{ list: messagesFor(0, 2) }, { list: wrong(messagesFor(2, 3), 1) }],
		});
		expect(error?.message).toBe(says(1, 2));
		expect(sandbox().requests()).toEqual([]);
	});

	test('are counted, and the first ten of them named', async () => {
		const list = messagesFor(0, 25).map((message) => ({ ...message, destination: 'nobody' }));
		const { error } = await run(fromItems(), { rows: [{ list }] });
		expect(error?.message).toBe('25 of 25 rows are wrong, so nothing was sent');
		expect(error?.description).toContain(`${says(0, 1)}.`);
		expect(error?.description).toContain(`${says(0, 10)}.`);
		expect(error?.description).not.toContain(`${says(0, 11)}.`);
		expect(error?.description).toContain('And 15 more.');
	});

	test('each get their reason where the node continues, and the right ones are not sent', async () => {
		const { items } = await run(fromItems(), {
			rows: [{ list: wrong(messagesFor(0, 3), 1) }, { list: messagesFor(3, 1) }],
			node: CONTINUE,
		});
		expect(items.map(pairOf)).toEqual([0, 0, 0, 1]);
		expect(outcomesOf(items)).toEqual(['notSent', 'rejected', 'notSent', 'notSent']);
		expect(items[1]?.json.error).toBe(says(0, 2));
		expect(sandbox().requests()).toEqual([]);
	});

	test('are left out with Invalid Rows on Skip, in stop mode without an error', async () => {
		const { items, error } = await run(
			fromItems({ invalidRows: 'skip', speed: { values: { batchSize: 2 } } }),
			{
				rows: [{ list: wrong(messagesFor(0, 3), 1) }, { list: messagesFor(3, 1) }],
			},
		);
		expect(error).toBeUndefined();
		expect(batchesAt(sandbox())).toEqual([[numberOf(0), numberOf(2)], [numberOf(3)]]);
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'accepted', 'accepted']);
		expect(items.map(pairOf)).toEqual([0, 0, 0, 1]);
	});

	test.each<[string, unknown]>([
		['no array', { a: 1 }],
		['an empty array', []],
		['no JSON', '[{'],
		['nothing', null],
	])('that are %s are one wrong row, and the other items are sent with Skip', async (_, list) => {
		const { items, error } = await run(fromItems({ invalidRows: 'skip' }), {
			rows: [{ list: list as IDataObject }, { list: messagesFor(0, 2) }],
		});
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0, 1, 1]);
		expect(outcomesOf(items)).toEqual(['rejected', 'accepted', 'accepted']);
		expect(items[0]?.json.error).toMatch(/^'Messages' of item 0 holds /);
	});

	test('are shown by a dry run', async () => {
		const { items, error, hints } = await run(
			fromItems({ dryRun: true, speed: { values: { batchSize: 2 } } }),
			{
				rows: [{ list: wrong(messagesFor(0, 4), 0) }],
			},
		);
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['rejected', 'dryRun', 'dryRun', 'dryRun']);
		expect(items.map(({ json }) => json.batch)).toEqual([undefined, 1, 1, 2]);
		expect(hints[0]?.message).toBe(
			'Dry run, nothing was sent; 4 rows: 3 would be sent, 1 wrong. First: \'Messages\' of item 0 has a message no. 1 which holds a "destination" that holds "nobody", which is not a phone number. 3 message parts in 2 requests; the credit is 1,000.',
		);
		expect(leaving(sandbox())).toEqual([]);
	});
});
