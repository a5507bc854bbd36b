import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { gateway, ID, PATH, sendBulk, sendJson } from '../stage/gateway.ts';

const { sandbox, run, body } = gateway('vm');

describe('a bulk from input items', () => {
	test('sends all rows as one request, in order', async () => {
		await run(
			sendBulk({
				source: '={{ $json.from }}',
				destination: '={{ $json.to }}',
				message: '={{ $json.text }}',
				options: { sendToBlacklist: '={{ $json.all }}' },
			}),
			{
				rows: [
					{ from: '3000', to: '۰۹۱۲ ۰۰۰ ۰۰۰۱', text: 'سلام‌علی 😀\nخط\u200f', all: true },
					{ from: 3001, to: 9120000002, text: 'b', all: false },
				],
			},
		);
		expect(
			sandbox()
				.requests()
				.map(({ method, path, encoding, accepted }) => [method, path, encoding, accepted]),
		).toEqual([['POST', PATH.sendBulk, 'json', true]]);
		expect(body()).toEqual({
			data: [
				{
					source: '3000',
					destination: '09120000001',
					message: 'سلام‌علی 😀\nخط\u200f',
					send_to_blacklist: 1,
				},
				{ source: '3001', destination: '9120000002', message: 'b', send_to_blacklist: 0 },
			],
		});
	});

	test('always says whether to send to the blacklist', async () => {
		await run(sendBulk());
		expect(body()).toEqual({
			data: [
				{ source: '3000', destination: '09120000000', message: 'Hello', send_to_blacklist: 0 },
			],
		});
	});

	test.each<[string, unknown, number]>([
		['true', true, 1],
		['1', 1, 1],
		['false', false, 0],
		['0', 0, 0],
		['nothing', null, 0],
		['no such column', undefined, 0],
	])(
		'reads Include Opted-Out Recipients from an expression that gives %s',
		async (_, all, sent) => {
			await run(sendBulk({ options: { sendToBlacklist: '={{ $json.all }}' } }), {
				rows: [{ ...(all === undefined ? {} : { all: all as boolean | number | null }) }],
			});
			expect(body()).toMatchObject({ data: [{ send_to_blacklist: sent }] });
		},
	);

	test.each<[string, INodeParameters[string], string]>([
		[
			'options',
			{ sendToBlacklist: '={{ "maybe" }}' },
			`'Include Opted-Out Recipients' of item 0 holds "maybe", which is neither true nor false`,
		],
		['source', '={{ $json.nothing }}', "'From' of item 0 is empty"],
		['destination', '={{ $json.nothing }}', "'To' of item 0 is empty"],
		['message', '={{ $json.nothing }}', "'Message' of item 0 is empty"],
	])('sends nothing where %s is wrong', async (parameter, value, message) => {
		const { error } = await run(sendBulk({ [parameter]: value }));
		expect(error?.message).toBe(message);
		expect(sandbox().requests()).toEqual([]);
	});

	test('gives one item for each row, with its own id', async () => {
		const { items } = await run(
			sendBulk({ destination: '={{ $json.to }}', message: '={{ $json.text }}' }),
			{
				rows: [
					{ to: '09120000001', text: 'Hello' },
					{ to: '09120000002', text: 'س'.repeat(71) },
				],
			},
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				outcome: 'accepted',
				messageId: ID[0],
				source: '3000',
				destination: '09120000001',
				encoding: 'GSM-7',
				parts: 1,
			},
			{
				outcome: 'accepted',
				messageId: ID[1],
				source: '3000',
				destination: '09120000002',
				encoding: 'UCS-2',
				parts: 2,
			},
		]);
		for (const { json } of items) {
			expect(Object.keys(json).sort()).toEqual(
				['batch', 'destination', 'encoding', 'messageId', 'outcome', 'parts', 'source'].sort(),
			);
		}
	});
});

const ONE = {
	source: '3000',
	destination: '09120000001',
	message: 'سلام‌علی\n😀',
	send_to_blacklist: 1,
};
const TWO = { source: 'Shop', destination: '+442079460000', message: 'b', send_to_blacklist: 0 };

describe('a bulk from JSON', () => {
	test.each([
		['text in the parameter', JSON.stringify([ONE, TWO]), {}],
		['an array from an expression', '={{ $json.list }}', { list: [ONE, TWO] }],
		['text from an expression', '={{ $json.list }}', { list: JSON.stringify([ONE, TWO]) }],
	])('sends all messages in one request: %s', async (_, messages, row) => {
		const { items } = await run(sendJson(messages), { rows: [row] });
		expect(body()).toEqual({ data: [ONE, TWO] });
		expect(
			items.map(({ json, pairedItem }) => [
				json.messageId,
				json.destination,
				json.source,
				pairedItem,
			]),
		).toEqual([
			[ID[0], '09120000001', '3000', { item: 0 }],
			[ID[1], '+442079460000', 'Shop', { item: 0 }],
		]);
		expect(items.map(({ json }) => [json.outcome, json.encoding, json.parts])).toEqual([
			['accepted', 'UCS-2', 1],
			['accepted', 'GSM-7', 1],
		]);
	});

	test('cleans its numbers and always says whether to send to the blacklist', async () => {
		await run(
			sendJson(
				JSON.stringify([
					{ source: 3000, destination: '۰۹۱۲ ۰۰۰ ۰۰۰۱', message: 7 },
					{ source: '3000', destination: 9120000002, message: 'b', send_to_blacklist: true },
				]),
			),
		);
		expect(body()).toEqual({
			data: [
				{ source: '3000', destination: '09120000001', message: '7', send_to_blacklist: 0 },
				{ source: '3000', destination: '9120000002', message: 'b', send_to_blacklist: 1 },
			],
		});
	});

	test('sends the arrays of all items in common batches, each result paired with its item', async () => {
		const { items } = await run(sendJson('={{ $json.list }}'), {
			rows: [{ list: [ONE] }, { list: [TWO, ONE] }],
		});
		expect(body()).toEqual({ data: [ONE, TWO, ONE] });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
	});

	test.each<[string, string, RegExp]>([
		['is not JSON', '={{ "[{" }}', /^'Messages' of item 0 holds "\[\{", which is not valid JSON$/],
		[
			'is no array',
			'={{ JSON.stringify({ a: 1 }) }}',
			/^'Messages' of item 0 holds \{"a":1\}, which is not a JSON array$/,
		],
		['is an empty array', '[]', /^'Messages' of item 0 holds an empty array$/],
		[
			'holds what is no object',
			'["09120000001"]',
			/^'Messages' of item 0 has a message no\. 1 which holds "09120000001", which is not an object$/,
		],
		[
			'is missing in the item',
			'={{ $json.nothing }}',
			/^'Messages' of item 0 holds nothing, which is not a JSON array$/,
		],
	])('is an error where it %s', async (_, messages, says) => {
		const { error } = await run(sendJson(messages));
		expect(error?.message).toMatch(says);
		expect(sandbox().requests()).toEqual([]);
	});

	test.each<[string, object, string]>([
		[
			'destination',
			{ ...TWO, destination: '12' },
			'which holds a "destination" that holds "12", which has 2 digits; a phone number has 3 to 15',
		],
		[
			'destination with several numbers',
			{ ...TWO, destination: '09120000001, 09120000002' },
			'which holds a "destination" that holds 2 numbers, but a message of a bulk goes to one',
		],
		['source', { ...TWO, source: '' }, 'which holds a "source" that is empty'],
		['message', { ...TWO, message: ' ' }, 'which holds a "message" that is empty'],
		[
			'flag',
			{ ...TWO, send_to_blacklist: 2 },
			'which holds a "send_to_blacklist" that holds 2, which is neither true nor false',
		],
		[
			'field',
			{ ...TWO, mesage: 'x' },
			'which holds the field "mesage", which the service does not know',
		],
	])('names the element with a wrong %s and sends nothing', async (_, wrong, says) => {
		const { error } = await run(sendJson(JSON.stringify([ONE, wrong])));
		expect(error?.message).toBe(`'Messages' of item 0 has a message no. 2 ${says}`);
		expect(sandbox().requests()).toEqual([]);
	});

	test('says how many elements are wrong', async () => {
		const { error } = await run(sendJson(JSON.stringify([{}, ONE, {}])));
		expect(error?.message).toBe('2 of 3 rows are wrong, so nothing was sent');
		expect(error?.description).toContain(
			`'Messages' of item 0 has a message no. 1 which holds a "source" that is empty.`,
		);
		expect(error?.description).toContain("'Messages' of item 0 has a message no. 3 which");
	});

	test('sends nothing as the parameter begins, where nothing is filled in', async () => {
		const { resource, operation, messagesFrom } = sendJson('');
		const { error } = await run({ resource, operation, messagesFrom });
		expect(error?.message).toContain('has a message no. 1 which holds a "source" that is empty');
		expect(sandbox().requests()).toEqual([]);
	});
});
