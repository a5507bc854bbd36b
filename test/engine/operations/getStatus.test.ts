import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { gateway, getStatus, ID, PATH, send } from '../stage/gateway.ts';

const { sandbox, run, body, answerWith } = gateway('vm');

const answerOf = (...records: IDataObject[]) => ({
	meta: { code: 200, message: 'success' },
	data: records,
});
const ask = async (ids: unknown, options: IDataObject = {}) =>
	await run(getStatus({ messageIds: '={{ $json.ids }}', options: options as never }), {
		rows: [{ ids } as IDataObject],
	});

describe('the request for a status', () => {
	test.each([
		['json', 'json'],
		['multipart', 'multipart'],
	])('is a POST of the ids and the login in the form %s', async (bodyFormat, encoding) => {
		const { error } = await ask('1,2', { bodyFormat });
		expect(error).toBeUndefined();
		expect(sandbox().requests()).toMatchObject([
			{ method: 'POST', path: PATH.getStatus, encoding, accepted: true },
		]);
		expect(body()).toEqual({ msgid: '1,2' });
	});

	test.each<[string, unknown, string]>([
		['one id', ID[0], ID[0]],
		['a JSON number', 12345, '12345'],
		['commas and spaces', '1, 2 ,3', '1,2,3'],
		['Persian commas, semicolons and new lines', '1،2;3\n4؛5', '1,2,3,4,5'],
		['Persian digits', '۱۲۳۴', '1234'],
		['an array', [ID[0], ID[1]], `${ID[0]},${ID[1]}`],
		['an array of numbers', [1, 2], '1,2'],
		['an id given twice, once', ['1', '1', '2'], '1,2'],
		['an id that is not a number', 'a-17', 'a-17'],
	])('asks for %s', async (_, ids, sent) => {
		await ask(ids);
		expect(body().msgid).toBe(sent);
	});

	test('takes the ids of Send and of Send Bulk without a word about where they stand', async () => {
		const { error } = await run(
			{ resource: 'sms', operation: 'getStatus' },
			{
				rows: [{ messageIds: [ID[0], ID[1]] }, { messageId: ID[2] }],
			},
		);
		expect(error).toBeUndefined();
		expect(body().msgid).toBe(ID.join(','));
	});

	test.each<[string, unknown, RegExp]>([
		['empty', '', /^'Message IDs' of item 0 is empty$/],
		['blank', ' , ', /^'Message IDs' of item 0 is empty$/],
		['missing', undefined, /^'Message IDs' of item 0 is empty$/],
		['an empty list', [], /^'Message IDs' of item 0 is empty$/],
		['a list with a gap', ['1', null], /^'Message IDs' of item 0 holds nothing at position 2/],
		[
			'rounded',
			9007199254741993,
			/^'Message IDs' of item 0 holds 9007199254741992, a number so long that its last digits are already lost$/,
		],
		['an object', { id: 1 }, /^'Message IDs' of item 0 holds \{"id":1\}/],
	])('is not made where the ids are %s', async (_, ids, says) => {
		const { error } = await ask(ids);
		expect(error?.message).toMatch(says);
		expect(sandbox().requests()).toEqual([]);
	});
});

describe('the output of a status query', () => {
	test('says what became of the ids that sending gave back, every digit of them', async () => {
		const sent = await run(send({ destination: '09120000000,09120000001' }));
		const { items } = await ask(sent.json[0]?.messageIds);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		expect(items.map(({ json }) => json)).toEqual(
			[ID[0], ID[1]].map((messageId) => ({
				messageId,
				status: 6,
				statusText: 'Delivered',
				final: true,
				sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
				deliveredAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
				response: expect.objectContaining({ MsgID: messageId, Status: 6 }),
			})),
		);
	});

	test('has null for the times of a message that was never delivered', async () => {
		const { json } = await ask('5');
		expect(json).toMatchObject([
			{
				messageId: '5',
				status: -1,
				statusText: 'Not found',
				final: true,
				sentAt: null,
				deliveredAt: null,
			},
		]);
	});

	test.each<[number, string, boolean]>([
		[-1, 'Not found', true],
		[1, 'Queued', false],
		[2, 'Sent', false],
		[4, 'Pending', false],
		[5, 'Failed', true],
		[6, 'Delivered', true],
		[7, 'No response', false],
		[8, 'Rejected', true],
		[9, "Sent to the destination's operator", false],
		[10, 'Partly sent', false],
		[11, 'Handed over, no ID from the operator', true],
		[12, 'Partly delivered', true],
		[13, 'No delivery report', true],
		[20, 'Held by the service', false],
		[52, 'State not known', false],
	])('puts status %s in words, as a number or as text', async (status, statusText, final) => {
		answerWith(answerOf({ MsgID: 1, Status: status }, { MsgID: 2, Status: String(status) }));
		const { json } = await ask('1,2');
		expect(json).toMatchObject([
			{ messageId: '1', status, statusText, final },
			{ messageId: '2', status, statusText, final },
		]);
	});

	test('passes on a status that nothing documents, as unknown and not final', async () => {
		const record = {
			MsgID: 1,
			Status: 77,
			SendTime: '2026-01-02 03:04:05',
			DeliverTime: '0000-00-00 00:00:00',
		};
		answerWith(answerOf(record));
		const { json } = await ask('1');
		expect(json).toEqual([
			{
				messageId: '1',
				status: 77,
				statusText: 'Unknown status',
				final: false,
				sentAt: '2026-01-02 03:04:05',
				deliveredAt: null,
				response: record,
			},
		]);
	});

	test('follows the order of the ids asked for, not that of the answer', async () => {
		answerWith(answerOf({ MsgID: 2, Status: 2 }, { MsgID: 1, Status: 1 }));
		const { json } = await ask('1,2');
		expect(json.map(({ messageId, status }) => [messageId, status])).toEqual([
			['1', 1],
			['2', 2],
		]);
	});

	test('has an item for an id that the answer does not mention', async () => {
		const mentioned = { MsgID: 2, Status: 6 };
		answerWith(answerOf(mentioned));
		const { json } = await ask('1,2');
		expect(json).toMatchObject([
			{
				messageId: '1',
				status: null,
				statusText: 'Not in the answer',
				final: false,
				response: null,
			},
			{ messageId: '2', status: 6, response: mentioned },
		]);
	});

	test.each<[string, unknown]>([
		['an object without records', { result: 'fine' }],
		['records without ids', { meta: { code: 200 }, data: [{ Status: 6 }] }],
		['a list of numbers', [6, 6]],
		['a bare number', 6],
	])('holds an answer of another shape whole, at the first: %s', async (_, answer) => {
		answerWith(answer);
		const { items } = await ask('1,2');
		const unsaid = { status: null, statusText: 'Not in the answer', final: false };
		expect(items).toEqual([
			{
				json: { messageId: '1', ...unsaid, sentAt: null, deliveredAt: null, response: answer },
				pairedItem: { item: 0 },
			},
			{
				json: { messageId: '2', ...unsaid, sentAt: null, deliveredAt: null },
				pairedItem: { item: 0 },
			},
		]);
	});

	test('reads one record that is not in a list', async () => {
		answerWith({
			meta: { code: 200 },
			data: { msgid: '1', status: '6', send_time: '2026-01-02 03:04' },
		});
		const { json } = await ask('1');
		expect(json).toMatchObject([{ messageId: '1', status: 6, sentAt: '2026-01-02 03:04' }]);
	});

	test('pairs its items with the row that asked', async () => {
		const { items } = await run(getStatus({ messageIds: '={{ $json.ids }}' }), {
			rows: [{ ids: '1,2' }, { ids: '3' }],
		});
		expect(items.map(({ json, pairedItem }) => [json.messageId, pairedItem])).toEqual([
			['1', { item: 0 }],
			['2', { item: 0 }],
			['3', { item: 1 }],
		]);
	});
});
